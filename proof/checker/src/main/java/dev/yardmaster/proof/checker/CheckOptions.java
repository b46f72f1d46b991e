package dev.yardmaster.proof.checker;

/**
 * The options of a check.
 *
 * @param guarantee the consistency level that the history must have
 * @param examples the maximum number of reported examples of an anomaly, at least 1; the number of
 *     occurrences is always reported
 */
public record CheckOptions(Guarantee guarantee, int examples) {

  private static final CheckOptions DEFAULTS = new CheckOptions(Guarantee.STRICT, 3);

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

  /** Returns these options with another guarantee. */
  public CheckOptions with(Guarantee wanted) {
    return new CheckOptions(wanted, examples);
  }
}
