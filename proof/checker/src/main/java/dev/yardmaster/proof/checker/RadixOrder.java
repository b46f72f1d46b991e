package dev.yardmaster.proof.checker;

import org.jspecify.annotations.NullUnmarked;

/** Sorts row numbers by a column, without boxing and comparisons. */
@NullUnmarked // Internal: fields and results may be null.
final class RadixOrder {

  private static final int DIGIT_BITS = 8;
  private static final int DIGITS = 1 << DIGIT_BITS;

  private RadixOrder() {}

  /**
   * Returns the rows in ascending order of their keys; rows with equal keys are in ascending order
   * of row numbers. The method takes linear time, and needs four bytes for each row in addition to
   * the result.
   */
  static int[] of(long[] keys) {
    int[] order = new int[keys.length];
    for (int row = 0; row < order.length; row++) {
      order[row] = row;
    }
    int[] next = new int[keys.length];
    for (int shift = 0; shift < Long.SIZE; shift += DIGIT_BITS) {
      int[] starts = starts(keys, shift);
      if (starts == null) {
        continue;
      }
      for (int row : order) {
        next[starts[digit(keys[row], shift)]++] = row;
      }
      int[] sorted = next;
      next = order;
      order = sorted;
    }
    return order;
  }

  /** Returns the first position of each digit; null if all rows have the same digit. */
  private static int[] starts(long[] keys, int shift) {
    int[] starts = new int[DIGITS];
    for (long key : keys) {
      starts[digit(key, shift)]++;
    }
    int sum = 0;
    for (int digit = 0; digit < DIGITS; digit++) {
      int count = starts[digit];
      if (count == keys.length) {
        return null;
      }
      starts[digit] = sum;
      sum += count;
    }
    return starts;
  }

  private static int digit(long key, int shift) {
    // The sign bit is inverted, so that negative keys come first.
    return (int) ((key ^ Long.MIN_VALUE) >>> shift) & (DIGITS - 1);
  }
}
