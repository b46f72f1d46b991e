package dev.yardmaster.engine.table;

import dev.yardmaster.engine.index.ByteKeys;
import dev.yardmaster.engine.index.HashIndex;
import dev.yardmaster.engine.index.Index;
import dev.yardmaster.engine.index.OrderedIndex;
import java.util.Arrays;

/**
 * Records under keys. A key is a number, or a byte string; then the number is {@link
 * ByteKeys#prefixOf the order of its first 8 bytes} and the string stands beside it as {@code
 * rest}, which is null for keys that are numbers.
 *
 * <p>An index entry leads to a record's number, which is the record's for as long as the key has
 * one. A protocol that keeps several versions of a record has them in {@link #versions}, and the
 * record leads to them.
 */
public final class Table {

  private final int number;
  private final TableDefinition definition;
  private final Records records;
  private final Records versions;
  private final Index index;
  private final OrderedIndex ordered;
  private final boolean byteKeys;

  /**
   * A table without records.
   *
   * @param number tells it from the engine's others; counted from 0
   * @param recordWords the concurrency control's words of a record
   * @param versionWords its words of a version; 0 if the row lies in the record itself
   */
  public Table(int number, TableDefinition definition, int recordWords, int versionWords) {
    this.number = number;
    this.definition = definition;
    RowLayout layout = definition.layout();
    records = new Records(2 * number, recordWords, versionWords == 0 ? layout : null);
    versions = versionWords == 0 ? null : new Records(2 * number + 1, versionWords, layout);
    byteKeys = definition.keys() == TableDefinition.Keys.BYTES;
    if (definition.order() == TableDefinition.Order.ORDERED) {
      ordered = new OrderedIndex(byteKeys);
      index = ordered;
    } else {
      ordered = null;
      index = new HashIndex(definition.expectedRecords());
    }
  }

  /** Tells it from the engine's others; counted from 0. */
  public int number() {
    return number;
  }

  /** The table's name. */
  public String name() {
    return definition.name();
  }

  /** What it was defined as. */
  public TableDefinition definition() {
    return definition;
  }

  /** Its rows. */
  public RowLayout layout() {
    return definition.layout();
  }

  /** Its records, with their rows unless there are {@link #versions}. */
  public Records records() {
    return records;
  }

  /** Versions of its records with their rows; null if a record has its row itself. */
  public Records versions() {
    return versions;
  }

  /** How it finds keys. */
  public Index index() {
    return index;
  }

  /**
   * How it finds ranges of keys.
   *
   * @throws IllegalStateException if it is hashed
   */
  public OrderedIndex ordered() {
    if (ordered == null) {
      throw new IllegalStateException("a hashed table has no ranges: table=" + name());
    }
    return ordered;
  }

  /**
   * Makes sure that a key is of this table's kind.
   *
   * @throws IllegalArgumentException if there is a byte string in a table of numbers or none in one
   *     of byte strings, or if the number is not the {@link ByteKeys#prefixOf} of the string
   */
  public void requireKey(long key, byte[] rest) {
    if (rest == null ? byteKeys : !byteKeys || key != ByteKeys.prefixOf(rest)) {
      throw wrongKey(key, rest);
    }
  }

  private IllegalArgumentException wrongKey(long key, byte[] rest) {
    String what =
        !byteKeys
            ? "the keys are numbers, without a byte string"
            : rest == null
                ? "the keys are byte strings"
                : "a key's number is the prefix of its byte string";
    return new IllegalArgumentException(
        what + ": table=" + name() + ", key=" + key + ", rest=" + Arrays.toString(rest));
  }

  /** The logical partition of a key. */
  public int partitionOf(long key, byte[] rest) {
    return definition.partitioning().partitionOf(key, rest);
  }

  @Override
  public String toString() {
    return name();
  }
}
