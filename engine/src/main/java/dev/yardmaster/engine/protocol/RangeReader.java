package dev.yardmaster.engine.protocol;

import dev.yardmaster.engine.table.KeyRanges;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.Table;

/**
 * One worker's part of a protocol that validates scans by ranges: rows are read without an {@link
 * Access} each, and the nodes of the index are not observed. Owned by the worker's thread.
 *
 * <p>A scan goes through the logical ranges of its table in the order of the scan. It enters each
 * range before it reads anything there, the index included, and then reads the rows of its part of
 * the range. The whole part counts as scanned, unless the scan reports where it stopped. Scans may
 * be nested.
 */
public interface RangeReader {

  /** Returns the logical ranges of a table. */
  KeyRanges rangesOf(Table table);

  /**
   * Enters a logical range, of which the scan will read the part from {@code low} inclusive to
   * {@code high} exclusive.
   *
   * @param range its number among {@link #rangesOf}
   * @param highRest {@link dev.yardmaster.engine.index.OrderedIndex#UNBOUNDED} if there is no upper
   *     bound
   * @param covers whether the part is the whole range
   * @return a handle for {@link #stop}
   * @throws Conflict if the transaction must be aborted
   */
  int enter(
      Table table, int range, long low, byte[] lowRest, long high, byte[] highRest, boolean covers);

  /**
   * Reads a record whose index entry is in an entered range and to which the transaction has no
   * access. Other threads may change the record meanwhile.
   *
   * @param into takes the row
   * @return whether the record is present
   * @throws Conflict if the transaction must be aborted
   */
  boolean read(Table table, int record, Row into);

  /** Returns the version of the record read last, as {@link Access#version} defines it. */
  long version();

  /**
   * Reports that the scan stopped before the end of a part and has seen nothing beyond a key.
   *
   * @param entered the result of {@link #enter}
   * @param key the last key that the scan has seen
   */
  void stop(int entered, long key, byte[] rest, boolean backward);
}
