package dev.yardmaster.benchmarks.measure;

/**
 * Receives the progress of a comparison several times a second. The thread that runs the comparison
 * calls the listener.
 */
@FunctionalInterface
public interface ProgressListener {

  /**
   * Receives a status. The method must return quickly, because it delays the coordinating thread.
   */
  void report(ComparisonStatus status);

  /**
   * Returns a listener that passes on each report with a number of seconds added to the remaining
   * time.
   */
  default ProgressListener before(double seconds) {
    return status -> report(status.plus(seconds));
  }
}
