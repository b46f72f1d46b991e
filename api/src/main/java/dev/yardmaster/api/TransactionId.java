package dev.yardmaster.api;

import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * An identifier that a client gives to a transaction before it submits the transaction. With the
 * id, the client can submit the transaction again or query its outcome. The id contains its
 * creation time, because outcomes are dropped by age. Random bits distinguish ids that were created
 * in the same millisecond.
 *
 * <p>Ids are ordered by creation time, then by their random bits, unsigned.
 *
 * @param createdMs the creation time in ms since the epoch; 0 to {@link #MAX_CREATED_MS}
 * @param randomHigh the upper 16 of the 80 random bits; 0 to 65,535
 * @param randomLow the lower 64 random bits
 */
public record TransactionId(long createdMs, int randomHigh, long randomLow)
    implements Comparable<TransactionId> {

  /** The latest possible creation time. The 48 bits of ms are sufficient beyond the year 10,000. */
  public static final long MAX_CREATED_MS = (1L << 48) - 1;

  private static final int BYTES = 16;
  private static final int MAX_RANDOM_HIGH = 0xFFFF;
  private static final Pattern TEXT = Pattern.compile("[0-9a-f]{12}-[0-9a-f]{20}");

  /** Checks the ranges. A value out of its range causes {@link ErrorCode#BAD_ID}. */
  public TransactionId {
    if (createdMs < 0 || createdMs > MAX_CREATED_MS) {
      throw bad("an id's creation time is 0 to " + MAX_CREATED_MS, "createdMs", createdMs);
    }
    if (randomHigh < 0 || randomHigh > MAX_RANDOM_HIGH) {
      throw bad("the upper random bits are 0 to " + MAX_RANDOM_HIGH, "randomHigh", randomHigh);
    }
  }

  private static YardmasterException bad(String text, String name, Object value) {
    return new YardmasterException(ErrorCode.BAD_ID, text, name, value);
  }

  /**
   * Parses the text of {@link #toString}.
   *
   * @throws YardmasterException {@link ErrorCode#BAD_ID} for any other text
   */
  public static TransactionId parse(String text) {
    if (text == null || !TEXT.matcher(text).matches()) {
      throw bad(
          "an id has 12 hexadecimal digits, a hyphen, and 20 more digits, in lower case",
          "id",
          text == null || text.length() <= 64 ? text : text.length() + " characters");
    }
    return new TransactionId(
        Long.parseLong(text.substring(0, 12), 16),
        Integer.parseInt(text.substring(13, 17), 16),
        Long.parseUnsignedLong(text.substring(17), 16));
  }

  /**
   * Returns the key under which the outcome is kept. The keys of outcomes have the order of their
   * ids.
   */
  public Key outcomeKey() {
    byte[] id =
        ByteBuffer.allocate(BYTES)
            .putLong((createdMs << 16) | randomHigh)
            .putLong(randomLow)
            .array();
    return Key.ofOutcome(id);
  }

  /**
   * Returns the id whose outcome is kept under a key.
   *
   * @throws YardmasterException {@link ErrorCode#BAD_KEY} if the key is not the key of an outcome
   */
  public static TransactionId ofOutcomeKey(Key key) {
    if (!key.isReserved() || key.idLength() != BYTES) {
      throw new YardmasterException(
          ErrorCode.BAD_KEY, "this key is not the key of an outcome", "key", key);
    }
    long high = longAt(key, 0);
    return new TransactionId(high >>> 16, (int) high & MAX_RANDOM_HIGH, longAt(key, Long.BYTES));
  }

  private static long longAt(Key key, int offset) {
    long value = 0;
    for (int i = 0; i < Long.BYTES; i++) {
      value = (value << Byte.SIZE) | (key.idByte(offset + i) & 0xFFL);
    }
    return value;
  }

  @Override
  public int compareTo(TransactionId other) {
    int byTime = Long.compare(createdMs, other.createdMs);
    if (byTime != 0) {
      return byTime;
    }
    int byHigh = Integer.compare(randomHigh, other.randomHigh);
    return byHigh != 0 ? byHigh : Long.compareUnsigned(randomLow, other.randomLow);
  }

  /**
   * Returns 12 hexadecimal digits of the creation time, a hyphen, and 20 hexadecimal digits of the
   * random bits.
   */
  @Override
  public String toString() {
    return String.format(Locale.ROOT, "%012x-%04x%016x", createdMs, randomHigh, randomLow);
  }
}
