package dev.yardmaster.engine.protocol;

import dev.yardmaster.engine.table.KeyRanges;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.Table;

/**
 * One worker's part of a protocol that validates scans by ranges. A protocol of this kind reads
 * rows without creating an {@link Access} for each row, and does not observe the nodes of the
 * index. Only the worker's thread calls the methods.
 *
 * <p>A scan visits the logical ranges of its table in the order of the scan. The scan enters each
 * range before it reads the index or a row there, and then reads the rows of its part of the range.
 * The whole part counts as scanned, unless the scan reports the key at which it stopped. Scans may
 * be nested.
 */
public interface RangeReader {

  /** Returns the logical ranges of a table. */
  KeyRanges rangesOf(Table table);

  /**
   * Enters a logical range. The scan will read the part of the range from {@code low} inclusive to
   * {@code high} exclusive.
   *
   * @param range the number of the range among {@link #rangesOf}
   * @param highRest the byte string of {@code high}; {@link
   *     dev.yardmaster.engine.index.OrderedIndex#UNBOUNDED} if the part has no upper bound
   * @param covers whether the part is the whole range
   * @return a handle for {@link #stop}
   * @throws Conflict if the transaction must be aborted
   */
  int enter(
      Table table, int range, long low, byte[] lowRest, long high, byte[] highRest, boolean covers);

  /**
   * Reads a record whose index entry is in an entered range, and for which the transaction has no
   * {@link Access}. Other threads may change the record during the call.
   *
   * @param into receives the row
   * @return whether the record is present
   * @throws Conflict if the transaction must be aborted
   */
  boolean read(Table table, int record, Row into);

  /**
   * Returns the version of the record that was read last, as {@link Access#version} defines
   * versions.
   */
  long version();

  /**
   * Reports that a scan, which is in no other scan, is between two pages of the index: it refers to
   * no index node and to no record.
   */
  default void betweenPages() {}

  /**
   * Reports that the scan stopped before the end of a part and has seen no row beyond a key.
   *
   * @param entered the handle that {@link #enter} returned
   * @param key the last key that the scan has seen
   */
  void stop(int entered, long key, byte[] rest, boolean backward);
}
