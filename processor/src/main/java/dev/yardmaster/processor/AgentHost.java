package dev.yardmaster.processor;

import org.agrona.concurrent.Agent;

/**
 * A thread that is there already, and can run a pipeline's agents between its own work; as a
 * server's does, so that no message of a transaction has to wake anybody up.
 */
public interface AgentHost {

  /** Begins to run the agent on the host's one thread, until it throws, or {@link #stop}. */
  void run(Agent agent);

  /** Another agent has done something that the hosted one may wait for. Any thread. */
  void wakeUp();

  /**
   * Runs the agent no more, and calls its {@code onClose} on the host's thread.
   *
   * @param timeoutNs how long to wait for the thread, which may be held up, in ns
   * @return whether it is so
   */
  boolean stop(long timeoutNs);

  /** Whether the calling thread is the host's. */
  boolean isHostThread();
}
