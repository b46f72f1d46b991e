package dev.yardmaster.proof.checker;

/**
 * What is checked and how much is told.
 *
 * @param realTime whether a transaction that ended before another began must come first; without it
 *     serializability is checked, with it strict serializability
 * @param examples most examples of an anomaly that are told, apart from the number of all; at least
 *     1
 */
public record CheckOptions(boolean realTime, int examples) {

  private static final CheckOptions DEFAULTS = new CheckOptions(true, 3);

  /**
   * Options.
   *
   * @throws IllegalArgumentException if {@code examples} is below 1
   */
  public CheckOptions {
    if (examples < 1) {
      throw new IllegalArgumentException("at least one example is told: examples=" + examples);
    }
  }

  /** Strict serializability, and three examples. */
  public static CheckOptions defaults() {
    return DEFAULTS;
  }

  /** These options, with or without real time. */
  public CheckOptions withRealTime(boolean wanted) {
    return new CheckOptions(wanted, examples);
  }
}
