package dev.yardmaster.benchmarks.engine;

/**
 * The number of hot keys in each partition under the protocol {@code hybrid}. For example, {@code
 * hybrid=100} sets 100 keys; {@code hybrid} alone means 1,000, as in the CormCC paper (USENIX ATC
 * 2018, section 6.1).
 *
 * @param ofPartition the number of hot keys of one partition, 0 or more
 */
record HotKeyCount(int ofPartition) {

  /** The name of the protocol. */
  static final String HYBRID = "hybrid";

  /** The prefix of a label that contains the number. */
  static final String PREFIX = HYBRID + "=";

  private static final int DEFAULT = 1_000;

  /**
   * Returns the number of hot keys that a label contains.
   *
   * @throws IllegalArgumentException if the text behind the prefix is not a number of keys
   */
  static HotKeyCount parse(String label) {
    if (label.equals(HYBRID)) {
      return new HotKeyCount(DEFAULT);
    }
    String count = label.substring(PREFIX.length());
    if (!count.matches("0|[1-9][0-9]{0,8}")) {
      throw new IllegalArgumentException(
          "'" + label + "' is not a number of hot keys of each partition like hybrid=100");
    }
    return new HotKeyCount(Integer.parseInt(count));
  }
}
