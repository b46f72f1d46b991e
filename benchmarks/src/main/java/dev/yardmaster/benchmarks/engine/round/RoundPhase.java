package dev.yardmaster.benchmarks.engine.round;

/** One worker's view of the current phase of a round, and of the times of the recorded interval. */
interface RoundPhase {

  /** The phases of a round, in their order. */
  enum Phase {
    WARMING_UP,
    RECORDING,
    OVER
  }

  /** Returns the current phase. */
  Phase get();

  /** Returns the time at which the recorded interval began; undefined in the first phase. */
  long recordedFromNs();

  /** Returns the time at which the recorded interval ended; defined only in the last phase. */
  long endNs();
}
