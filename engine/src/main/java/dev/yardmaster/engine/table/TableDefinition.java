package dev.yardmaster.engine.table;

import java.util.Objects;

/**
 * What a table is to be.
 *
 * @param name 1 to 128 characters, no other table's
 * @param layout its rows
 * @param keys what its keys are
 * @param order how it finds them
 * @param expectedRecords what a hash index is sized for; 1 or more. More records than that are
 *     found more slowly
 * @param partitioning which partition a key belongs to
 * @param ranges how protocols that watch ranges divide the keys; {@link KeyRanges#ONE} if hashed
 */
public record TableDefinition(
    String name,
    RowLayout layout,
    Keys keys,
    Order order,
    int expectedRecords,
    Partitioning partitioning,
    KeyRanges ranges) {

  private static final int MAX_NAME_LENGTH = 128;

  /** What the keys of a table are. */
  public enum Keys {
    /** Signed 64-bit numbers. */
    NUMBERS,
    /** Byte strings, ordered by their unsigned bytes. */
    BYTES
  }

  /** How a table finds its keys. */
  public enum Order {
    /** By a hash index: single keys only. */
    HASHED,
    /** By an ordered index: single keys and ranges. */
    ORDERED
  }

  /** Checks the ranges. */
  public TableDefinition {
    Objects.requireNonNull(layout, "layout");
    Objects.requireNonNull(keys, "keys");
    Objects.requireNonNull(order, "order");
    Objects.requireNonNull(partitioning, "partitioning");
    Objects.requireNonNull(ranges, "ranges");
    if (name == null || name.isEmpty() || name.length() > MAX_NAME_LENGTH) {
      throw new IllegalArgumentException(
          "a table's name has 1 to " + MAX_NAME_LENGTH + " characters: name=" + name);
    }
    if (expectedRecords < 1) {
      throw new IllegalArgumentException(
          "a table expects 1 record or more: table="
              + name
              + ", expectedRecords="
              + expectedRecords);
    }
    if (keys == Keys.BYTES && order == Order.HASHED) {
      throw new IllegalArgumentException("a table of byte keys is ordered: table=" + name);
    }
    if (order == Order.HASHED && ranges.count() != 1) {
      throw new IllegalArgumentException(
          "a hashed table has no ranges: table=" + name + ", ranges=" + ranges.count());
    }
  }

  /** A table of numbers behind a hash index. */
  public static TableDefinition hashed(String name, RowLayout layout, int expectedRecords) {
    return new TableDefinition(
        name, layout, Keys.NUMBERS, Order.HASHED, expectedRecords, Partitioning.ONE, KeyRanges.ONE);
  }

  /** A table of numbers behind an ordered index. */
  public static TableDefinition ordered(String name, RowLayout layout) {
    return new TableDefinition(
        name, layout, Keys.NUMBERS, Order.ORDERED, 1, Partitioning.ONE, KeyRanges.ONE);
  }

  /** A table of byte strings behind an ordered index. */
  public static TableDefinition orderedBytes(String name, RowLayout layout) {
    return new TableDefinition(
        name, layout, Keys.BYTES, Order.ORDERED, 1, Partitioning.ONE, KeyRanges.ONE);
  }

  /** The same with a partitioning. */
  public TableDefinition partitionedBy(Partitioning newPartitioning) {
    return new TableDefinition(name, layout, keys, order, expectedRecords, newPartitioning, ranges);
  }

  /** The same with its keys divided into logical ranges. */
  public TableDefinition dividedInto(KeyRanges newRanges) {
    return new TableDefinition(name, layout, keys, order, expectedRecords, partitioning, newRanges);
  }
}
