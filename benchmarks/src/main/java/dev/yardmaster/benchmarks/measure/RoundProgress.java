package dev.yardmaster.benchmarks.measure;

/** Receives the progress of a round. The thread that coordinates the round calls the listener. */
@FunctionalInterface
public interface RoundProgress {

  /**
   * Receives a status. The method must return quickly, because it delays the coordinating thread.
   *
   * @param perSecond throughput of the interval so far; 0 outside of intervals
   */
  void report(ComparisonStatus.Stage stage, double perSecond);
}
