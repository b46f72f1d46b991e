package dev.yardmaster.benchmarks.measure;

/**
 * How a comparison stands.
 *
 * @param side label of the side that runs
 * @param stage what it is doing
 * @param repeat the repeat it is in, counted from 1; 0 in the unmeasured round
 * @param secondsLeft estimate for the whole comparison
 * @param committedPerSecond so far in this interval; 0 while none runs
 */
public record ComparisonStatus(
    String side,
    Stage stage,
    int repeat,
    int repeats,
    double secondsLeft,
    double committedPerSecond) {

  /** The same where so many seconds more will follow. */
  ComparisonStatus plus(double seconds) {
    return new ComparisonStatus(
        side, stage, repeat, repeats, secondsLeft + seconds, committedPerSecond);
  }

  /** The steps of a round. */
  public enum Stage {
    /** The initial data is written. */
    LOADING("loading"),
    /** Transactions run and are not recorded. */
    WARMING_UP("warming up"),
    /** Transactions run and are recorded. */
    RECORDING("recording"),
    /** What is outstanding ends, and the invariant is checked. */
    CHECKING("checking");

    private final String words;

    Stage(String words) {
      this.words = words;
    }

    /** For people. */
    public String words() {
      return words;
    }
  }
}
