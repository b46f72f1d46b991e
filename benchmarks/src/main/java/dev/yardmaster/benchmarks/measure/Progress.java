package dev.yardmaster.benchmarks.measure;

/** Hears how a comparison stands, on the thread that runs it, several times a second. */
@FunctionalInterface
public interface Progress {

  /** Takes note; must be quick. */
  void report(Standing standing);

  /** Where so many seconds more will follow. */
  default Progress before(double seconds) {
    return standing -> report(standing.plus(seconds));
  }
}
