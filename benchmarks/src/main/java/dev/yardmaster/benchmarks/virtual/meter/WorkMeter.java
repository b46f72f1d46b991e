package dev.yardmaster.benchmarks.virtual.meter;

/** Counts the operations of agents. The thread that runs the agents calls the methods. */
@FunctionalInterface
public interface WorkMeter {

  /** Counts an operation that was done a number of times. */
  void did(PipelineOperation operation, long times);
}
