package dev.yardmaster.simulator;

import dev.yardmaster.simulator.disk.SimulatedCrash;
import org.agrona.concurrent.Agent;

/** An agent of the pipeline; a step is one duty cycle. */
final class AgentTask extends Task {

  private final Agent agent;

  AgentTask(Agent agent) {
    super(agent.roleName());
    this.agent = agent;
  }

  @Override
  boolean step() {
    try {
      return agent.doWork() > 0;
    } catch (SimulationFailure | SimulatedCrash end) {
      throw end;
    } catch (Throwable thrown) {
      throw new SimulationFailure(this + " threw " + thrown, thrown);
    }
  }
}
