package dev.yardmaster.benchmarks.virtual;

/** Runs a pipeline's agents step by step, and is their clock. For one thread. */
interface Cores extends WorkMeter {

  /** Events at given times that belong to no agent. */
  interface Events {

    /** Returns the time of the next event; infinity for none. */
    double nextNs();

    /** Runs the next event. */
    void happen();
  }

  /** Returns the agent whose duty cycle is running; null between duty cycles. */
  MeteredAgent running();

  /** Counts a message that was taken. */
  default void took() {
    if (running() != null && running().role() == MeteredAgent.Role.COORDINATOR) {
      did(PipelineOperation.MESSAGE, 1);
    }
  }

  /** Counts a run of a procedure's logic: at its coordinator, or at the final validation. */
  default void executed() {
    if (running() != null) {
      did(
          running().role() == MeteredAgent.Role.COORDINATOR
              ? PipelineOperation.EXECUTION
              : PipelineOperation.REPAIR,
          1);
    }
  }

  /** Returns the caller's time, in ns, including everything it has done so far. */
  double settledNs();

  /** Wakes idle cores for an event that no message announces. */
  void wakeAll();

  /** Adds events to the agents' work. */
  void with(Events happening);

  /** Makes one step. Returns its time. */
  double step();
}
