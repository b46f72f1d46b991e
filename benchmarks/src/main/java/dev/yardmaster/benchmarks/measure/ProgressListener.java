package dev.yardmaster.benchmarks.measure;

/** Receives the progress of a comparison, on the thread that runs it, several times a second. */
@FunctionalInterface
public interface ProgressListener {

  /** Receives a status; must be quick. */
  void report(ComparisonStatus status);

  /** Returns a listener that adds seconds to the time left. */
  default ProgressListener before(double seconds) {
    return status -> report(status.plus(seconds));
  }
}
