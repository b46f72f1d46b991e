package dev.yardmaster.benchmarks.measure;

/**
 * The progress of a comparison.
 *
 * @param side label of the running side
 * @param stage the side's current stage
 * @param repeat number of the current repeat, from 1; 0 in the unmeasured round
 * @param secondsLeft estimated time left for the whole comparison, in seconds
 * @param committedPerSecond committed transactions per second so far in this interval; 0 outside of
 *     intervals
 */
public record ComparisonStatus(
    String side,
    Stage stage,
    int repeat,
    int repeats,
    double secondsLeft,
    double committedPerSecond) {

  /** Returns this status with a longer remaining time. */
  ComparisonStatus plus(double seconds) {
    return new ComparisonStatus(
        side, stage, repeat, repeats, secondsLeft + seconds, committedPerSecond);
  }

  /** The stages of a round. */
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

    /** Returns the text of the stage that progress lines show. */
    public String words() {
      return words;
    }
  }
}
