package dev.yardmaster.processor;

import org.agrona.concurrent.Agent;

/**
 * An existing thread that can run a pipeline's agents between its own work. A server hosts them on
 * its network thread, so that no message of a transaction has to wake another thread.
 */
public interface AgentHost {

  /**
   * Starts to run the agent on the host's only thread, until the agent throws or {@link #stop} is
   * called.
   */
  void run(Agent agent);

  /**
   * Tells the host that another agent has done work that the hosted agent may wait for. Any thread.
   */
  void wakeUp();

  /**
   * Stops running the agent, and calls its {@code onClose} on the host's thread.
   *
   * @param timeoutNs how long to wait for the host's thread, which may be blocked, in ns
   * @return whether the agent has stopped
   */
  boolean stop(long timeoutNs);

  /** Returns whether the calling thread is the host's. */
  boolean isHostThread();
}
