package dev.yardmaster.engine.table;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.YardmasterException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * The definition of a table.
 *
 * @param name the table's name, 1 to 128 characters; unique within a database
 * @param layout the layout of the rows
 * @param keys whether keys are numbers or byte strings
 * @param order whether the index is a hash index or an ordered index
 * @param expectedRecords the number of records for which a hash index is sized, 1 or more. With
 *     more records, the index grows
 * @param ranges the logical ranges of the keys, for protocols that validate scans by ranges; {@link
 *     KeyRanges#ONE} for a hashed table
 * @param partitionBy the rule that assigns keys to partitions, for protocols that use partitions;
 *     see {@link Partitioning#byTable}
 * @param indexes the secondary indexes; a table with secondary indexes must have columns
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

  /** The maximum number of typed tables of a service. */
  public static final int MOST = 1_000;

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

  /** Returns the definition of a table with a hash index, whose keys are numbers. */
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

  /** Returns the definition of a table with an ordered index, whose keys are numbers. */
  public static TableDefinition ordered(String name, RowLayout layout) {
    return new TableDefinition(
        name, layout, Keys.NUMBERS, Order.ORDERED, 1, KeyRanges.ONE, PartitionBy.HASH, List.of());
  }

  /** Returns the definition of a table with an ordered index, whose keys are byte strings. */
  public static TableDefinition orderedBytes(String name, RowLayout layout) {
    return new TableDefinition(
        name, layout, Keys.BYTES, Order.ORDERED, 1, KeyRanges.ONE, PartitionBy.HASH, List.of());
  }

  /** Returns this definition with the given logical ranges. */
  public TableDefinition dividedInto(KeyRanges newRanges) {
    return new TableDefinition(
        name, layout, keys, order, expectedRecords, newRanges, partitionBy, indexes);
  }

  /** Returns this definition with another rule that assigns keys to partitions. */
  public TableDefinition partitionedBy(PartitionBy rule) {
    return new TableDefinition(name, layout, keys, order, expectedRecords, ranges, rule, indexes);
  }

  /**
   * Returns this definition with a further secondary index, over the given columns.
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

  /**
   * Checks the definitions of a service's typed tables, and returns an immutable copy.
   *
   * @param rules the rules that assign keys to partitions
   * @throws YardmasterException {@link ErrorCode#BAD_CONFIG} if there are too many tables, if two
   *     have the same name, if a name is reserved, if a table has no columns, if the table of a
   *     secondary index does not have one of its columns, or if a rule in {@code rules} is for a
   *     typed table
   */
  public static List<TableDefinition> checked(
      List<TableDefinition> definitions, List<PartitionRule> rules) {
    if (definitions.size() > MOST) {
      throw new YardmasterException(
          ErrorCode.BAD_CONFIG,
          "a service has at most " + MOST + " typed tables",
          "tables",
          definitions.size());
    }
    Set<String> names = new HashSet<>();
    for (TableDefinition definition : definitions) {
      String name = definition.name();
      if (!names.add(name)) {
        throw wrong("two typed tables have the same name", name);
      }
      try {
        var unused = Key.ofDefinition(name);
      } catch (YardmasterException badName) {
        throw wrong(String.valueOf(badName.getMessage()), name);
      }
      if (definition.layout().isValue()) {
        throw wrong("a typed table has columns; a single value is a value under a key", name);
      }
      definition.indexes().forEach(index -> requireColumns(definition, index));
    }
    for (PartitionRule rule : rules) {
      String named = rule.table();
      if (named != null && names.contains(named)) {
        throw wrong("partitionBy is for keys; a typed table has its rule in its definition", named);
      }
    }
    return List.copyOf(definitions);
  }

  private static void requireColumns(TableDefinition definition, IndexDefinition index) {
    List<String> columns =
        definition.layout().definition().stream().map(RowLayout.Column::name).toList();
    for (String column : index.columns()) {
      if (!columns.contains(column)) {
        throw new YardmasterException(
            ErrorCode.BAD_CONFIG,
            "a secondary index has columns of its table",
            "table",
            definition.name(),
            "index",
            index.name(),
            "column",
            column,
            "columns",
            columns);
      }
    }
  }

  private static YardmasterException wrong(String problem, String table) {
    return new YardmasterException(ErrorCode.BAD_CONFIG, problem, "table", table);
  }
}
