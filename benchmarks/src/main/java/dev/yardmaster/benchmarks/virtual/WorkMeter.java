package dev.yardmaster.benchmarks.virtual;

/** Takes note of what agents do. Called by the thread that runs them. */
@FunctionalInterface
interface WorkMeter {

  /** Something was done so many times. */
  void did(Operation operation, long times);
}
