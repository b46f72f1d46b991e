package dev.yardmaster.processor;

import org.agrona.concurrent.Agent;

/**
 * An existing thread that runs a pipeline's agents in addition to its own work. A server runs the
 * agents on its network thread, so that messages of a transaction need not wake another thread.
 */
public interface AgentHost {

  /**
   * Begins to run the agent on the host's only thread; the host runs it until the agent throws an
   * exception or {@link #stop} is called.
   */
  void run(Agent agent);

  /**
   * Wakes the host's thread, because another agent has produced work for the agent that the host
   * runs. Any thread may call this method.
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
