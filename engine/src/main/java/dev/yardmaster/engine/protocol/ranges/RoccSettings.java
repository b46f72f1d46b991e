package dev.yardmaster.engine.protocol.ranges;

/**
 * How a protocol with lists of writers keeps them.
 *
 * @param arraySlots most slots of a circular array, which grows up to that when it is full; 2 or
 *     more, rounded up to a power of two
 * @param registers whether writers register. Only to measure what registering costs: without it
 *     there are no scans, which are refused
 */
public record RoccSettings(int arraySlots, boolean registers) {

  private static final int MAX_SLOTS = 1 << 20;

  /** The paper's 5,000 slots (section IV-A), rounded up; writers register. */
  public static final RoccSettings DEFAULT = new RoccSettings(5_000, true);

  /** Checks the ranges. */
  public RoccSettings {
    if (arraySlots < 2 || arraySlots > MAX_SLOTS) {
      throw new IllegalArgumentException(
          "a circular array has 2 to " + MAX_SLOTS + " slots: arraySlots=" + arraySlots);
    }
  }

  /** The most slots of each array; a power of two. */
  int slots() {
    return Integer.highestOneBit(2 * arraySlots - 1);
  }
}
