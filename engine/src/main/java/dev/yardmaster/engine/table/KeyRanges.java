package dev.yardmaster.engine.table;

/**
 * The division of an ordered table's keys into logical ranges. Some protocols validate a scan by
 * the logical ranges that it has read (ROCC, ICDE 2018, section III-A). Range {@code i} contains
 * {@code keysPerRange} keys, starting at {@code lowest + i * keysPerRange}. The first range also
 * contains all lower keys, and the last range also contains all higher keys.
 *
 * <p>Only the number of a key determines its range; see {@link Table}. So byte strings with the
 * same first 8 bytes are in the same range. The methods are pure functions, and any thread may call
 * them.
 *
 * @param lowest the key at which range 0 starts; lower keys also belong to range 0
 * @param keysPerRange the number of keys in a range, 1 or more
 * @param count the number of ranges, 1 or more
 */
public record KeyRanges(long lowest, long keysPerRange, int count) {

  /** A single range that contains all keys. */
  public static final KeyRanges ONE = new KeyRanges(0, 1, 1);

  /** Checks the ranges. */
  public KeyRanges {
    if (keysPerRange < 1 || count < 1) {
      throw new IllegalArgumentException(
          "keysPerRange and count are 1 or more: keysPerRange="
              + keysPerRange
              + ", count="
              + count);
    }
    // The arithmetic is unsigned, because the ranges may span more than half of all numbers.
    if (count > 1
        && Long.compareUnsigned(
                keysPerRange, Long.divideUnsigned(Long.MAX_VALUE - lowest, count - 1L))
            > 0) {
      throw new IllegalArgumentException(
          "the ranges exceed the 64-bit numbers: lowest="
              + lowest
              + ", keysPerRange="
              + keysPerRange
              + ", count="
              + count);
    }
  }

  /**
   * Divides the keys from 0 inclusive to {@code keys} exclusive into {@code count} ranges of equal
   * size.
   */
  public static KeyRanges dividing(long keys, int count) {
    return new KeyRanges(0, Math.max(1, (keys + count - 1) / count), count);
  }

  /** Returns the range of a key. */
  public int rangeOf(long key) {
    if (key <= lowest || count == 1) {
      return 0;
    }
    long above = Long.divideUnsigned(key - lowest, keysPerRange);
    return Long.compareUnsigned(above, count) < 0 ? (int) above : count - 1;
  }

  /** Returns the first key of a range. For range 0, the result is undefined. */
  public long firstOf(int range) {
    return lowest + range * keysPerRange;
  }

  /**
   * Returns whether the range is the first range, which also contains all keys below {@link
   * #lowest}.
   */
  public boolean isFirst(int range) {
    return range == 0;
  }

  /** Returns whether the range is the last range, which also contains all higher keys. */
  public boolean isLast(int range) {
    return range == count - 1;
  }
}
