package dev.yardmaster.proof.checker;

/**
 * The options of a check.
 *
 * @param realTime whether a transaction that ended before another began must precede it in the
 *     order. If true, the check is for strict serializability; if false, for serializability
 * @param examples upper bound of the examples that are reported for an anomaly, in addition to the
 *     number of occurrences; at least 1
 */
public record CheckOptions(boolean realTime, int examples) {

  private static final CheckOptions DEFAULTS = new CheckOptions(true, 3);

  /**
   * Checks that the options are valid.
   *
   * @throws IllegalArgumentException if {@code examples} is below 1
   */
  public CheckOptions {
    if (examples < 1) {
      throw new IllegalArgumentException("examples is 1 or more: examples=" + examples);
    }
  }

  /** Returns the defaults: strict serializability, three examples. */
  public static CheckOptions defaults() {
    return DEFAULTS;
  }

  /** Returns these options with a given value of {@code realTime}. */
  public CheckOptions withRealTime(boolean wanted) {
    return new CheckOptions(wanted, examples);
  }
}
