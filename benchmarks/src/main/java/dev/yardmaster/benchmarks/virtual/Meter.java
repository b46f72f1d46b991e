package dev.yardmaster.benchmarks.virtual;

/** Takes note of what agents do. Called by the thread that runs them. */
@FunctionalInterface
interface Meter {

  /** Something was done so many times. */
  void did(Chore chore, long times);
}
