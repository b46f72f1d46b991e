package dev.yardmaster.benchmarks.measure;

/** Receives the progress of a round, on the thread that coordinates it. */
@FunctionalInterface
public interface RoundProgress {

  /**
   * Receives a status; must be quick.
   *
   * @param perSecond throughput of the interval so far; 0 outside of intervals
   */
  void report(ComparisonStatus.Stage stage, double perSecond);
}
