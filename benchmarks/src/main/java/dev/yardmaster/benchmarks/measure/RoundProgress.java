package dev.yardmaster.benchmarks.measure;

/** Hears how a round goes on, on the thread that coordinates it. */
@FunctionalInterface
public interface RoundProgress {

  /**
   * Takes note; must be quick.
   *
   * @param perSecond what the interval has come to so far; 0 while none runs
   */
  void report(ComparisonStatus.Stage stage, double perSecond);
}
