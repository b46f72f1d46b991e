package dev.yardmaster.engine.protocol.ranges;

/**
 * Settings of the lists of writers.
 *
 * @param arraySlots most slots of a circular array, which starts shorter and grows when it is full;
 *     2 or more, rounded up to a power of two
 * @param registers whether writers register. False only to measure the cost of registering; scans
 *     are refused then
 */
public record RoccSettings(int arraySlots, boolean registers) {

  private static final int MAX_SLOTS = 1 << 20;

  /** The paper's 5,000 slots (section IV-A), rounded up; writers register. */
  public static final RoccSettings DEFAULT = new RoccSettings(5_000, true);

  /** Checks the settings. */
  public RoccSettings {
    if (arraySlots < 2 || arraySlots > MAX_SLOTS) {
      throw new IllegalArgumentException(
          "a circular array has 2 to " + MAX_SLOTS + " slots: arraySlots=" + arraySlots);
    }
  }

  /** Returns the most slots of each array; a power of two. */
  int slots() {
    return Integer.highestOneBit(2 * arraySlots - 1);
  }
}
