package dev.yardmaster.engine.protocol;

import dev.yardmaster.engine.table.KeyRanges;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.Table;

/**
 * One worker's part of a protocol that validates scans by logical ranges. Such a protocol reads
 * rows without creating an {@link Access} for each row, and does not observe the nodes of the
 * index. Only the worker's thread calls the methods.
 *
 * <p>A scan visits the logical ranges of its table in the order of the scan. It enters a range
 * before it reads the index or a row in the range. It then reads the part of the range that it
 * needs. The whole part counts as scanned, unless the scan calls {@link #stop} with the key at
 * which it has stopped. The logic that processes the rows of a scan may start another scan.
 */
public interface RangeReader {

  /** Returns the logical ranges of a table. */
  KeyRanges rangesOf(Table table);

  /**
   * Enters a logical range. The scan will read the part of the range from {@code low} inclusive to
   * {@code high} exclusive.
   *
   * @param range the number of the range among the ranges of {@link #rangesOf}
   * @param highRest the byte string of {@code high}; {@link
   *     dev.yardmaster.engine.index.OrderedIndex#UNBOUNDED} if the part has no upper bound
   * @param covers whether the part is the whole range
   * @return a handle for {@link #stop}
   * @throws Conflict if the transaction must be aborted
   */
  int enter(
      Table table, int range, long low, byte[] lowRest, long high, byte[] highRest, boolean covers);

  /**
   * Reads a record for which the transaction has no {@link Access}. The scan has entered the range
   * of the record's key. Other threads may change the record during the call.
   *
   * @param into receives the row
   * @return whether the record is present
   * @throws Conflict if the transaction must be aborted
   */
  boolean read(Table table, int record, Row into);

  /**
   * Returns the version of the record that {@link #read} has read last, in the form of {@link
   * Access#version}.
   */
  long version();

  /**
   * Notifies the protocol that a scan is between two pages of the index. The scan is not inside
   * another scan, and holds no reference to an index node or a record.
   */
  default void betweenPages() {}

  /**
   * Notifies the protocol that the scan has stopped before the end of the part that it has entered,
   * and has seen no row beyond the given key.
   *
   * @param entered the handle that {@link #enter} returned
   * @param key the last key that the scan has seen
   */
  void stop(int entered, long key, byte[] rest, boolean backward);
}
