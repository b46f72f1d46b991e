package dev.yardmaster.benchmarks.virtual;

/** Counts the operations of agents. Called by the thread that runs them. */
@FunctionalInterface
interface WorkMeter {

  /** Counts an operation that was done a number of times. */
  void did(PipelineOperation operation, long times);
}
