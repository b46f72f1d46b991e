package dev.yardmaster.proof.simulator;

import dev.yardmaster.proof.simulator.disk.SimulatedCrash;
import java.io.UncheckedIOException;
import java.util.function.Consumer;
import org.agrona.concurrent.Agent;

/** Runs an agent of the pipeline in the schedule; a step is one duty cycle. */
final class AgentTask extends Task {

  private final Agent agent;
  private final Consumer<UncheckedIOException> diskFailed;
  private boolean failed;

  /** Creates a task for an agent that uses no disk. */
  AgentTask(Agent agent) {
    this(
        agent,
        thrown -> {
          throw new SimulationFailure(agent.roleName() + " threw " + thrown, thrown);
        });
  }

  /**
   * Creates a task for an agent.
   *
   * @param diskFailed is called when the agent has thrown an exception because of the disk; the
   *     agent does not run again
   */
  AgentTask(Agent agent, Consumer<UncheckedIOException> diskFailed) {
    super(agent.roleName());
    this.agent = agent;
    this.diskFailed = diskFailed;
  }

  @Override
  boolean step() {
    try {
      return !failed && agent.doWork() > 0;
    } catch (SimulationFailure | SimulatedCrash end) {
      throw end;
    } catch (UncheckedIOException thrown) {
      failed = true;
      diskFailed.accept(thrown);
      return true;
    } catch (Throwable thrown) {
      throw new SimulationFailure(this + " threw " + thrown, thrown);
    }
  }

  /** Releases the resources of the agent, which does not run again. */
  void close() {
    agent.onClose();
  }
}
