package dev.yardmaster.benchmarks.virtual;

/** What runs a pipeline's agents, step by step, and tells the time. One thread. */
interface Cores extends WorkMeter {

  /** What happens at times of its own and is no agent's. */
  interface Events {

    /** When the next one happens; infinity for never. */
    double nextNs();

    /** Lets it happen. */
    void happen();
  }

  /** The agent whose duty cycle goes on; null between them. */
  MeteredAgent running();

  /** Takes note that a message was taken. */
  default void took() {
    if (running() != null && running().role() == MeteredAgent.Role.COORDINATOR) {
      did(Operation.MESSAGE, 1);
    }
  }

  /** Takes note that a procedure's logic runs: at its coordinator, or again at the validation. */
  default void executed() {
    if (running() != null) {
      did(
          running().role() == MeteredAgent.Role.COORDINATOR
              ? Operation.EXECUTION
              : Operation.REPAIR,
          1);
    }
  }

  /** The time of whoever asks, in ns, with all that it has done so far. */
  double settledNs();

  /** Wakes whoever has nothing to do, since something came up that no message tells of. */
  void wakeAll();

  /** Lets something happen besides the agents' work. */
  void with(Events happening);

  /** Goes on for a moment; gives the time. */
  double step();
}
