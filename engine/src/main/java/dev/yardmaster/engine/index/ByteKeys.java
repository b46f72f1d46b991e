package dev.yardmaster.engine.index;

import java.util.Arrays;

/** Byte strings as keys: a number in front decides most comparisons. */
public final class ByteKeys {

  private ByteKeys() {}

  /**
   * A number that is ordered like the first 8 bytes of a string, unsigned; a shorter string counts
   * as if zeros followed.
   */
  public static long prefixOf(byte[] bytes) {
    long prefix = 0;
    for (int i = 0; i < Long.BYTES; i++) {
      prefix = (prefix << Byte.SIZE) | (i < bytes.length ? bytes[i] & 0xFF : 0);
    }
    return prefix ^ Long.MIN_VALUE;
  }

  /** Compares two keys of the same table; the strings are null in a table of numbers. */
  static int compare(long key, byte[] rest, long otherKey, byte[] otherRest) {
    int byNumber = Long.compare(key, otherKey);
    return byNumber != 0 || rest == null ? byNumber : Arrays.compareUnsigned(rest, otherRest);
  }
}
