package dev.yardmaster.history;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * A 32-bit digest of a value. Equal values have equal digests. Two different values have equal
 * digests with a probability of about one in four billion. The digest protects against mistakes,
 * not against attacks.
 *
 * <p>Each step mixes in eight bytes with a multiplication and a shift, both of which are
 * invertible. So two values of equal length that differ in only one step cannot collide before the
 * final fold. A CRC32C would also be suitable. For a value of eight bytes, however, its setup costs
 * more than this whole computation.
 */
public final class ValueDigest {

  /** The odd number nearest to 2^64 divided by the golden ratio. */
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private ValueDigest() {}

  /** Returns the digest of a value. The result is {@link HistoryVisitor#ABSENT} only for null. */
  public static int of(byte @Nullable [] value) {
    if (value == null) {
      return HistoryVisitor.ABSENT;
    }
    long hash = (value.length + 1L) * MULTIPLIER;
    int at = 0;
    for (; at + Long.BYTES <= value.length; at += Long.BYTES) {
      hash = mix(hash ^ (long) LONGS.get(value, at));
    }
    if (at < value.length) {
      long rest = 0;
      for (; at < value.length; at++) {
        rest = rest << 8 | (value[at] & 0xFF);
      }
      hash = mix(hash ^ rest);
    }
    hash *= MULTIPLIER;
    int digest = (int) (hash >>> 32);
    return digest == HistoryVisitor.ABSENT ? 1 : digest;
  }

  private static long mix(long hash) {
    long product = hash * MULTIPLIER;
    return product ^ (product >>> 32);
  }
}
