package dev.yardmaster.processor;

import java.util.function.Consumer;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.AgentTerminationException;

/**
 * Runs an agent on a thread of the service, and keeps callers' code from ending it: an interrupt
 * that a procedure or a completion leaves behind would silently stop the thread.
 */
final class ServiceThreadAgent implements Agent {

  private final Agent agent;
  private final Consumer<Throwable> failed;
  private final Runnable ended;

  /**
   * Wraps an agent.
   *
   * @param failed called on the agent's thread with what it threw; the agent is not run again
   * @param ended called on the agent's thread when it has stopped, for whatever reason
   */
  ServiceThreadAgent(Agent agent, Consumer<Throwable> failed, Runnable ended) {
    this.agent = agent;
    this.failed = failed;
    this.ended = ended;
  }

  @Override
  @SuppressWarnings("ResultOfMethodCallIgnored") // Called to clear the flag.
  public int doWork() {
    try {
      int work = agent.doWork();
      Thread.interrupted();
      return work;
    } catch (Throwable thrown) {
      failed.accept(thrown);
      throw new AgentTerminationException("the agent failed");
    }
  }

  @Override
  public void onClose() {
    try {
      agent.onClose();
    } finally {
      ended.run();
    }
  }

  @Override
  public String roleName() {
    return agent.roleName();
  }
}
