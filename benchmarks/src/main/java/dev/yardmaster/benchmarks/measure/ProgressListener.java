package dev.yardmaster.benchmarks.measure;

/** Hears how a comparison stands, on the thread that runs it, several times a second. */
@FunctionalInterface
public interface ProgressListener {

  /** Takes note; must be quick. */
  void report(ComparisonStatus status);

  /** Where so many seconds more will follow. */
  default ProgressListener before(double seconds) {
    return status -> report(status.plus(seconds));
  }
}
