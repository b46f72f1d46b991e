package dev.yardmaster.service;

import java.util.Map;

/** The load of a service at one moment. Every back end has these values. */
public interface ServiceLoad {

  /** Returns the number of transactions in flight. */
  long inFlight();

  /** Returns the number of transactions in flight that wait for their turn on a hot key. */
  long waitingForKeys();

  /** Returns the maximum number of transactions that may be in flight at this moment. */
  long window();

  /**
   * Returns the number of submissions that were refused since the start because of a full queue.
   */
  long overloaded();

  /** Returns the number of messages that wait for each stage, by the name of the stage. */
  Map<String, Integer> queueDepths();
}
