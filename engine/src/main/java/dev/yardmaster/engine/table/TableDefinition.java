package dev.yardmaster.engine.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The definition of a table.
 *
 * @param name the table's name, 1 to 128 characters; unique within a database
 * @param layout the layout of the rows
 * @param keys the kind of the keys
 * @param order the kind of the index
 * @param expectedRecords the number of records for which a hash index is sized, 1 or more. With
 *     more records, the index grows
 * @param ranges the division of the keys into logical ranges, for protocols that validate scans by
 *     ranges; {@link KeyRanges#ONE} for a hashed table
 * @param partitionBy the division of the keys into partitions by {@link Partitioning#byTable}, for
 *     protocols that lock or mix by partitions
 * @param indexes the secondary indexes, which need columns
 */
public record TableDefinition(
    String name,
    RowLayout layout,
    Keys keys,
    Order order,
    int expectedRecords,
    KeyRanges ranges,
    PartitionBy partitionBy,
    List<IndexDefinition> indexes) {

  static final int MAX_NAME_LENGTH = 128;

  /** The kind of a table's keys. */
  public enum Keys {
    /** Signed 64-bit numbers. */
    NUMBERS,
    /** Byte strings, ordered by their unsigned bytes. */
    BYTES
  }

  /** The kind of a table's index. */
  public enum Order {
    /** A hash index, which finds single keys only. */
    HASHED,
    /** An ordered index, which finds single keys and ranges of keys. */
    ORDERED
  }

  /** Checks the definition. */
  public TableDefinition {
    Objects.requireNonNull(layout, "layout");
    Objects.requireNonNull(keys, "keys");
    Objects.requireNonNull(order, "order");
    Objects.requireNonNull(ranges, "ranges");
    Objects.requireNonNull(partitionBy, "partitionBy");
    if (name == null || name.isEmpty() || name.length() > MAX_NAME_LENGTH) {
      throw new IllegalArgumentException(
          "a table's name has 1 to " + MAX_NAME_LENGTH + " characters: name=" + name);
    }
    if (expectedRecords < 1) {
      throw new IllegalArgumentException(
          "expectedRecords is 1 or more: table=" + name + ", expectedRecords=" + expectedRecords);
    }
    indexes = List.copyOf(indexes);
    if (layout.isValue() && !indexes.isEmpty()) {
      throw new IllegalArgumentException(
          "a table with a secondary index has columns: table=" + name);
    }
    if (indexes.stream().map(IndexDefinition::name).distinct().count() < indexes.size()) {
      throw new IllegalArgumentException(
          "two indexes of a table have the same name: table=" + name + ", indexes=" + indexes);
    }
    if (keys == Keys.BYTES && order == Order.HASHED) {
      throw new IllegalArgumentException("a table of byte keys is ordered: table=" + name);
    }
    if (order == Order.HASHED && ranges.count() != 1) {
      throw new IllegalArgumentException(
          "a hashed table has no ranges: table=" + name + ", ranges=" + ranges.count());
    }
  }

  /** Returns the definition of a table of numbers with a hash index. */
  public static TableDefinition hashed(String name, RowLayout layout, int expectedRecords) {
    return new TableDefinition(
        name,
        layout,
        Keys.NUMBERS,
        Order.HASHED,
        expectedRecords,
        KeyRanges.ONE,
        PartitionBy.HASH,
        List.of());
  }

  /** Returns the definition of a table of numbers with an ordered index. */
  public static TableDefinition ordered(String name, RowLayout layout) {
    return new TableDefinition(
        name, layout, Keys.NUMBERS, Order.ORDERED, 1, KeyRanges.ONE, PartitionBy.HASH, List.of());
  }

  /** Returns the definition of a table of byte strings with an ordered index. */
  public static TableDefinition orderedBytes(String name, RowLayout layout) {
    return new TableDefinition(
        name, layout, Keys.BYTES, Order.ORDERED, 1, KeyRanges.ONE, PartitionBy.HASH, List.of());
  }

  /** Returns this definition with its keys divided into logical ranges. */
  public TableDefinition dividedInto(KeyRanges newRanges) {
    return new TableDefinition(
        name, layout, keys, order, expectedRecords, newRanges, partitionBy, indexes);
  }

  /** Returns this definition with another division of its keys into partitions. */
  public TableDefinition partitionedBy(PartitionBy rule) {
    return new TableDefinition(name, layout, keys, order, expectedRecords, ranges, rule, indexes);
  }

  /**
   * Returns this definition with a further secondary index, by the values of columns.
   *
   * @param index the name of the index
   * @param columns the names of the columns, the most significant first
   */
  public TableDefinition indexedBy(String index, String... columns) {
    List<IndexDefinition> more = new ArrayList<>(indexes);
    more.add(new IndexDefinition(index, List.of(columns)));
    return new TableDefinition(
        name, layout, keys, order, expectedRecords, ranges, partitionBy, more);
  }
}
