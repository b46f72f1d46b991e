package dev.yardmaster.proof.checker;

/**
 * Options of a check.
 *
 * @param realTime whether a transaction that ended before another began must come first: true
 *     checks strict serializability, false serializability
 * @param examples most examples that are reported for an anomaly, beside its total count; at least
 *     1
 */
public record CheckOptions(boolean realTime, int examples) {

  private static final CheckOptions DEFAULTS = new CheckOptions(true, 3);

  /**
   * Checks the options.
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

  /** Returns these options, with or without real time. */
  public CheckOptions withRealTime(boolean wanted) {
    return new CheckOptions(wanted, examples);
  }
}
