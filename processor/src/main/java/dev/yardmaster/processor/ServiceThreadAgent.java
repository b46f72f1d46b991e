package dev.yardmaster.processor;

import org.agrona.concurrent.Agent;

/**
 * Runs an agent on a thread of the service, and keeps callers' code from ending it: an interrupt
 * that a procedure or a completion leaves behind would silently stop the thread.
 */
final class ServiceThreadAgent implements Agent {

  private final Agent agent;
  private final Runnable ended;

  /**
   * Wraps an agent.
   *
   * @param ended called on the agent's thread when it has stopped, for whatever reason
   */
  ServiceThreadAgent(Agent agent, Runnable ended) {
    this.agent = agent;
    this.ended = ended;
  }

  @Override
  @SuppressWarnings("ResultOfMethodCallIgnored") // Called to clear the flag.
  public int doWork() throws Exception {
    int work = agent.doWork();
    Thread.interrupted();
    return work;
  }

  @Override
  public void onClose() {
    ended.run();
  }

  @Override
  public String roleName() {
    return agent.roleName();
  }
}
