package dev.yardmaster.engine.protocol.ranges;

/**
 * How a protocol with lists of writers keeps them.
 *
 * @param arraySlots most slots of a circular array, which grows up to that; 2 or more, rounded up
 *     to a power of two. Where a table has so many ranges that all together would have more than {@link #TABLE_SLOTS}, each
 *     has fewer
 * @param registers whether writers register. Only to measure what registering costs: without it
 *     there are no scans, which are refused
 */
public record RoccSettings(int arraySlots, boolean registers) {

  /**
   * Most slots of all arrays of a table: 32 MiB, taken as ranges are first written to. The paper's
   * 16,384 ranges have 256 slots each. With more memory the lists fall out of the caches.
   */
  public static final int TABLE_SLOTS = 1 << 22;

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

  /** The slots of each array of a table with so many ranges; a power of two. */
  int slotsOf(int ranges) {
    int wanted = Integer.highestOneBit(2 * arraySlots - 1);
    int share = Math.max(2, Integer.highestOneBit(Math.max(1, TABLE_SLOTS / ranges)));
    return Math.min(wanted, share);
  }
}
