package dev.yardmaster.processor;

import org.agrona.concurrent.Agent;

/**
 * An existing thread that can run a pipeline's agents between its own work. A server runs the
 * agents on its network thread, so that no message of a transaction has to wake another thread.
 */
public interface AgentHost {

  /**
   * Starts to run the agent on the host's only thread, until the agent throws or {@link #stop} is
   * called.
   */
  void run(Agent agent);

  /**
   * Wakes the host, because another agent has done work for which the hosted agent may be waiting.
   * Any thread may call this method.
   */
  void wakeUp();

  /**
   * Stops running the agent, and calls its {@code onClose} on the host's thread.
   *
   * @param timeoutNs the maximum time to wait for the host's thread, which may be blocked, in ns
   * @return whether the agent has stopped
   */
  boolean stop(long timeoutNs);

  /** Returns whether the calling thread is the host's thread. */
  boolean isHostThread();
}
