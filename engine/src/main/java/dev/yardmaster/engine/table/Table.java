package dev.yardmaster.engine.table;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.engine.index.ByteKeys;
import dev.yardmaster.engine.index.HashIndex;
import dev.yardmaster.engine.index.Index;
import dev.yardmaster.engine.index.OrderedIndex;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A set of records. Each record has a key. A key is a number or a byte string. Methods pass a key
 * as a pair of a number and {@code rest}. For a byte string, {@code rest} is the string itself, and
 * the number is {@link ByteKeys#prefixOf} of the string, which has the order of the first 8 bytes.
 * For a key that is a number, {@code rest} is null.
 *
 * <p>An index entry refers to a record by the record's number. This number does not change while
 * the key has a record. A protocol that keeps several versions of a record stores versions in
 * {@link #versions}, and the record links to them.
 */
public final class Table {

  private final int number;
  private final TableDefinition definition;
  private final Records records;
  private final @Nullable Records versions;
  private final Index index;
  private final @Nullable OrderedIndex ordered;
  private final boolean byteKeys;
  private final int words;
  private final DataSize size;

  @Shared(
      writers = "the thread that creates the table",
      readers = "all workers",
      access = "set before the table can be found")
  private List<SecondaryIndex> indexes = List.of();

  private boolean isOfIndex;

  @Shared(writers = "the thread that drops the table", readers = "all workers", access = "volatile")
  private volatile boolean dropped;

  /**
   * Creates a table without records.
   *
   * @param number the number that identifies the table within the engine; counted from 0
   * @param recordWords the number of words of the concurrency control in front of each record
   * @param versionWords the number of words of the concurrency control in front of each version
   *     that is stored outside the record; 0 if there are no such versions
   * @param hasRows whether the records contain rows; if not, only the versions contain rows
   * @param size counts the memory of the records
   */
  public Table(
      int number,
      TableDefinition definition,
      int recordWords,
      int versionWords,
      boolean hasRows,
      DataSize size) {
    this.number = number;
    this.definition = definition;
    this.size = size;
    RowLayout layout = definition.layout();
    words = recordWords + versionWords + (layout.isValue() ? 0 : layout.longs());
    records = new Records(2 * number, recordWords, hasRows ? layout : null, true, size);
    versions =
        versionWords == 0 ? null : new Records(2 * number + 1, versionWords, layout, false, size);
    byteKeys = definition.keys() == TableDefinition.Keys.BYTES;
    if (definition.order() == TableDefinition.Order.ORDERED) {
      ordered = new OrderedIndex(byteKeys);
      index = ordered;
    } else {
      ordered = null;
      index = new HashIndex(definition.expectedRecords());
    }
  }

  /**
   * Creates the secondary indexes of the definition. The database calls this method once, before
   * another thread can see the table.
   *
   * @param tables creates a table for the entries of an index
   */
  public void createIndexes(Function<TableDefinition, Table> tables) {
    List<SecondaryIndex> created = new ArrayList<>();
    for (IndexDefinition index : definition.indexes()) {
      SecondaryIndex.Entries entries = SecondaryIndex.entriesOf(this, index, tables);
      entries.table().isOfIndex = true;
      created.add(new SecondaryIndex(this, index, entries));
    }
    indexes = List.copyOf(created);
  }

  /** Returns the secondary indexes. */
  public List<SecondaryIndex> indexes() {
    return indexes;
  }

  /**
   * Returns the secondary index with a name.
   *
   * @throws IllegalArgumentException if the table has no such index
   */
  public SecondaryIndex index(String indexName) {
    return indexes.stream()
        .filter(index -> index.name().equals(indexName))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "the table has no such index: table="
                        + name()
                        + ", index="
                        + indexName
                        + ", indexes="
                        + definition.indexes()));
  }

  /**
   * Marks the table and its indexes as dropped. Afterwards, operations on them throw an exception.
   */
  public void drop() {
    dropped = true;
    records.drop();
    if (versions != null) {
      versions.drop();
    }
    indexes.forEach(index -> index.entries().drop());
  }

  /** Returns whether the table was dropped. */
  public boolean isDropped() {
    return dropped;
  }

  /** Returns whether the records of this table are the entries of a secondary index. */
  public boolean isOfIndex() {
    return isOfIndex;
  }

  /** Returns the number that identifies the table within the engine; counted from 0. */
  public int number() {
    return number;
  }

  /** Returns the table's name. */
  public String name() {
    return definition.name();
  }

  /** Returns the table's definition. */
  public TableDefinition definition() {
    return definition;
  }

  /** Returns the layout of the rows. */
  public RowLayout layout() {
    return definition.layout();
  }

  /** Returns the storage of the table's records. */
  public Records records() {
    return records;
  }

  /**
   * Returns the storage of the versions that are stored outside the records; null if the protocol
   * keeps only one version of each record.
   */
  public @Nullable Records versions() {
    return versions;
  }

  /** Returns the index, which finds single keys. */
  public Index index() {
    return index;
  }

  /**
   * Returns the index as an ordered index, which also finds ranges of keys.
   *
   * @throws IllegalStateException if the table is hashed
   */
  public OrderedIndex ordered() {
    if (ordered == null) {
      throw new IllegalStateException("a hashed table has no ranges: table=" + name());
    }
    return ordered;
  }

  /** Returns the memory that the table's database uses for records. */
  public DataSize size() {
    return size;
  }

  /**
   * Counts a record that was added to the index.
   *
   * @param rest the byte string of the record's key; null for a number
   */
  public void added(byte @Nullable [] rest) {
    size.added(words, rest);
  }

  /** Counts a record that was removed from the index. */
  public void removed(byte @Nullable [] rest) {
    size.removed(words, rest);
  }

  /**
   * Checks that a key is of this table's kind.
   *
   * @throws IllegalArgumentException if {@code rest} is not null in a table of numbers, if {@code
   *     rest} is null in a table of byte strings, or if the number is not the {@link
   *     ByteKeys#prefixOf} of the byte string
   * @throws IllegalStateException if the table was dropped
   */
  public void requireKey(long key, byte @Nullable [] rest) {
    if (dropped) {
      throw new IllegalStateException("the table was dropped: table=" + name());
    }
    if (rest == null ? byteKeys : !byteKeys || key != ByteKeys.prefixOf(rest)) {
      throw wrongKey(key, rest);
    }
  }

  private IllegalArgumentException wrongKey(long key, byte @Nullable [] rest) {
    String what =
        !byteKeys
            ? "the keys are numbers, without a byte string"
            : rest == null
                ? "the keys are byte strings"
                : "a key's number is the prefix of its byte string";
    return new IllegalArgumentException(
        what + ": table=" + name() + ", key=" + key + ", rest=" + Arrays.toString(rest));
  }

  @Override
  public String toString() {
    return name();
  }
}
