package dev.yardmaster.engine.table;

/**
 * How the keys of an ordered table are divided into logical ranges, which protocols may watch as
 * wholes (ROCC, ICDE 2018, section III-A). Range {@code i} has the {@code keysPerRange} keys from
 * {@code lowest + i * keysPerRange} on; the first also has all keys below, and the last all above.
 *
 * <p>Of byte strings the key's number decides, as {@link Table} has it: strings with the same first
 * 8 bytes are in the same range. Pure; any thread.
 *
 * @param lowest the first key of range 0, but for those below
 * @param keysPerRange how many numbers a range has; 1 or more
 * @param count how many ranges; 1 or more
 */
public record KeyRanges(long lowest, long keysPerRange, int count) {

  /** All keys are in range 0. */
  public static final KeyRanges ONE = new KeyRanges(0, 1, 1);

  /** Checks the ranges. */
  public KeyRanges {
    if (keysPerRange < 1 || count < 1) {
      throw new IllegalArgumentException(
          "there are 1 or more ranges of 1 or more keys: keysPerRange="
              + keysPerRange
              + ", count="
              + count);
    }
    // Unsigned: the ranges may be wider than half of all numbers.
    if (count > 1
        && Long.compareUnsigned(
                keysPerRange, Long.divideUnsigned(Long.MAX_VALUE - lowest, count - 1L))
            > 0) {
      throw new IllegalArgumentException(
          "the ranges go beyond all numbers: lowest="
              + lowest
              + ", keysPerRange="
              + keysPerRange
              + ", count="
              + count);
    }
  }

  /** So many ranges of equal size for keys from 0 to before {@code keys}. */
  public static KeyRanges dividing(long keys, int count) {
    return new KeyRanges(0, Math.max(1, (keys + count - 1) / count), count);
  }

  /** The range of a key. */
  public int rangeOf(long key) {
    if (key <= lowest || count == 1) {
      return 0;
    }
    long above = Long.divideUnsigned(key - lowest, keysPerRange);
    return Long.compareUnsigned(above, count) < 0 ? (int) above : count - 1;
  }

  /** The first key of a range, and the first behind the one before; not of range 0. */
  public long firstOf(int range) {
    return lowest + range * keysPerRange;
  }

  /** Whether it is the range that has all keys below {@link #lowest}, too. */
  public boolean isFirst(int range) {
    return range == 0;
  }

  /** Whether it is the range that has all keys above, too. */
  public boolean isLast(int range) {
    return range == count - 1;
  }
}
