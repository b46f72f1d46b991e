package dev.yardmaster.benchmarks.measure;

/**
 * The progress of a comparison.
 *
 * @param side label of the running side
 * @param stage the side's current stage
 * @param repeat the current repeat, from 1; 0 in the unmeasured round
 * @param secondsLeft estimate for the whole comparison
 * @param committedPerSecond so far in this interval; 0 outside of intervals
 */
public record ComparisonStatus(
    String side,
    Stage stage,
    int repeat,
    int repeats,
    double secondsLeft,
    double committedPerSecond) {

  /** Returns this status with more seconds left. */
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
    /** Outstanding transactions end, and the invariant is checked. */
    CHECKING("checking");

    private final String words;

    Stage(String words) {
      this.words = words;
    }

    /** Returns the words for readers. */
    public String words() {
      return words;
    }
  }
}
