package dev.yardmaster.proof.simulator.schedule;

import dev.yardmaster.proof.simulator.disk.SimulatedCrash;
import java.util.function.Predicate;
import org.agrona.concurrent.Agent;

/** Runs an agent of the pipeline in the schedule. A step is one duty cycle. */
public final class AgentTask extends Task {

  private final Agent agent;
  private final Predicate<Throwable> failure;
  private boolean stopped;

  /** Creates a task for an agent that uses neither a disk nor a replicated log. */
  public AgentTask(Agent agent) {
    this(agent, thrown -> false);
  }

  /**
   * Creates a task for an agent.
   *
   * @param failure is called when the agent has thrown an exception; the agent does not run again.
   *     If the result is false, the cause is neither the disk nor the replicated log, and the
   *     simulation fails
   */
  public AgentTask(Agent agent, Predicate<Throwable> failure) {
    super(agent.roleName());
    this.agent = agent;
    this.failure = failure;
  }

  @Override
  public boolean step() {
    try {
      return !stopped && agent.doWork() > 0;
    } catch (SimulationFailure | SimulatedCrash end) {
      throw end;
    } catch (Throwable thrown) {
      stopped = true;
      if (!failure.test(thrown)) {
        throw new SimulationFailure(this + " threw " + thrown, thrown);
      }
      return true;
    }
  }

  /** Ensures that the agent begins no further step. */
  void stop() {
    stopped = true;
  }

  /** Releases the resources of the agent. The agent does not run again. */
  void close() {
    agent.onClose();
  }
}
