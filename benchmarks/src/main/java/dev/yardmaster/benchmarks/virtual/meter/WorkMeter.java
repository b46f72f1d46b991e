package dev.yardmaster.benchmarks.virtual.meter;

/** Counts the operations of agents. The thread that runs the agents calls the methods. */
@FunctionalInterface
public interface WorkMeter {

  /** Counts {@code times} executions of an operation. */
  void did(PipelineOperation operation, long times);
}
