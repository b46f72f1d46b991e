package dev.yardmaster.engine.protocol.ranges;

/**
 * Settings of the lists of writers.
 *
 * @param arraySlots the maximum number of slots of a circular array, 2 or more, rounded up to a
 *     power of two. An array has fewer slots at first, and doubles when it is full
 * @param registers whether writers register. The value false exists only to measure the cost of
 *     registering; scans then throw an exception
 */
public record RoccSettings(int arraySlots, boolean registers) {

  private static final int MAX_SLOTS = 1 << 20;

  /**
   * The default settings: writers register, and the maximum number of slots is the paper's 5,000
   * (section IV-A), rounded up to a power of two.
   */
  public static final RoccSettings DEFAULT = new RoccSettings(5_000, true);

  /** Checks the settings. */
  public RoccSettings {
    if (arraySlots < 2 || arraySlots > MAX_SLOTS) {
      throw new IllegalArgumentException(
          "a circular array has 2 to " + MAX_SLOTS + " slots: arraySlots=" + arraySlots);
    }
  }

  /** Returns the maximum number of slots of each array, which is a power of two. */
  int slots() {
    return Integer.highestOneBit(2 * arraySlots - 1);
  }
}
