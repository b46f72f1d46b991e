package dev.yardmaster.processor;

import org.agrona.concurrent.Agent;

/**
 * An existing thread that runs a pipeline's agents in addition to its own work. A server runs the
 * agents on its network thread, so that a transaction's messages need not wake another thread.
 */
public interface AgentHost {

  /**
   * Starts running the agent on the host's only thread. The host runs the agent until the agent
   * throws an exception or {@link #stop} is called.
   */
  void run(Agent agent);

  /**
   * Wakes the host's thread. Another agent calls this method when it has produced work for the
   * hosted agent. Any thread may call this method.
   */
  void wakeUp();

  /**
   * Stops running the agent, and calls its {@code onClose} on the host's thread.
   *
   * @param timeoutNs the maximum time to wait for the host's thread, which may be blocked, in ns
   * @return whether the agent has stopped before the time limit
   */
  boolean stop(long timeoutNs);

  /** Returns whether the calling thread is the host's thread. */
  boolean isHostThread();
}
