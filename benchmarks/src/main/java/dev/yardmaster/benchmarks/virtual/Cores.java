package dev.yardmaster.benchmarks.virtual;

import dev.yardmaster.benchmarks.virtual.meter.MeteredAgent;
import dev.yardmaster.benchmarks.virtual.meter.PipelineOperation;
import dev.yardmaster.benchmarks.virtual.meter.WorkMeter;

/**
 * Runs a pipeline's agents step by step on virtual or measured cores, and provides the agents'
 * clock. Only one thread may use an instance.
 */
interface Cores extends WorkMeter {

  /** Returns the agent whose duty cycle is running; null between duty cycles. */
  MeteredAgent running();

  /** Counts a message that an agent has received. */
  default void took() {
    if (running() != null && running().role() == MeteredAgent.Role.COORDINATOR) {
      did(PipelineOperation.MESSAGE, 1);
    }
  }

  /** Counts a run of a procedure's logic, at its coordinator or at the final validation. */
  default void executed() {
    if (running() != null) {
      did(
          running().role() == MeteredAgent.Role.COORDINATOR
              ? PipelineOperation.EXECUTION
              : PipelineOperation.REPAIR,
          1);
    }
  }

  /**
   * Returns the time of the agent that calls this method, in ns, including the cost of all its work
   * so far.
   */
  double settledNs();

  /** Wakes idle cores because of an event that sends no message. */
  void wakeAll();

  /** Adds events that run in addition to the agents. */
  void with(OutsideEvents happening);

  /** Runs one step. Returns the time of the step. */
  double step();
}
