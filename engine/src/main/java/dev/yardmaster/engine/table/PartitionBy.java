package dev.yardmaster.engine.table;

import org.jspecify.annotations.Nullable;

/**
 * The rule that assigns the keys of a table to partitions. A part of the key is hashed. Keys with
 * the same part are in the same partition. An instance is immutable, and any thread may use it.
 *
 * @param part the part of the key that is hashed
 * @param parameter the number of bytes of {@link Part#FIRST}, or the separator of {@link
 *     Part#PREFIX}; otherwise 0
 */
public record PartitionBy(Part part, int parameter) {

  /** The maximum number of bytes for {@link Part#FIRST}. */
  public static final int MAX_FIRST_BYTES = 256;

  /** The default rule: the whole key is hashed. */
  public static final PartitionBy HASH = new PartitionBy(Part.HASH, 0);

  /** The rule of a table whose keys belong to no partition. */
  public static final PartitionBy NONE = new PartitionBy(Part.NONE, 0);

  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  /** The part of a key that determines the key's partition. */
  public enum Part {
    /** The whole key. */
    HASH,
    /** No part of the key. The keys belong to no partition. */
    NONE,
    /**
     * The bytes before the first separator; the whole key if it has no separator. A number has no
     * separator.
     */
    PREFIX,
    /**
     * The first {@code parameter} bytes. A key that is a number is treated as 8 bytes, the most
     * significant byte first.
     */
    FIRST
  }

  /** Checks the rule. */
  public PartitionBy {
    if (part == Part.FIRST && (parameter < 1 || parameter > MAX_FIRST_BYTES)) {
      throw new IllegalArgumentException(
          "a partition has 1 to " + MAX_FIRST_BYTES + " leading bytes: bytes=" + parameter);
    }
    if (part == Part.PREFIX && (parameter <= ' ' || parameter > '~')) {
      throw new IllegalArgumentException(
          "the separator of a prefix is a visible ASCII character: character=" + parameter);
    }
  }

  /**
   * Returns a rule under which keys with the same bytes before the first separator are in the same
   * partition.
   *
   * @param separator a visible ASCII character
   */
  public static PartitionBy prefix(char separator) {
    return new PartitionBy(Part.PREFIX, separator);
  }

  /**
   * Returns a rule under which keys with the same leading bytes are in the same partition.
   *
   * @param bytes 1 to {@value #MAX_FIRST_BYTES}
   */
  public static PartitionBy first(int bytes) {
    return new PartitionBy(Part.FIRST, bytes);
  }

  /**
   * Returns the partition of a key, or {@link Partitioning#NONE} if the keys belong to no
   * partition.
   *
   * @param count the number of partitions
   */
  int of(long key, byte @Nullable [] rest, int count) {
    if (part == Part.NONE) {
      return Partitioning.NONE;
    }
    long hash = (rest == null ? ofNumber(key) : hash(rest, length(rest))) * MULTIPLIER;
    return (int) (((hash >>> 32) * count) >>> 32);
  }

  private long ofNumber(long key) {
    return part == Part.FIRST && parameter < Long.BYTES
        ? key >>> (Long.SIZE - Byte.SIZE * parameter)
        : key;
  }

  private int length(byte[] rest) {
    if (part == Part.FIRST) {
      return Math.min(parameter, rest.length);
    }
    int length = rest.length;
    if (part == Part.PREFIX) {
      for (int i = 0; i < length; i++) {
        if (rest[i] == parameter) {
          return i;
        }
      }
    }
    return length;
  }

  private static int hash(byte[] bytes, int length) {
    int hash = 1;
    for (int i = 0; i < length; i++) {
      hash = 31 * hash + bytes[i];
    }
    return hash;
  }
}
