package dev.yardmaster.engine.protocol;

import dev.yardmaster.engine.table.KeyRanges;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.Table;

/**
 * One worker's part of a protocol that treats scans as ranges: rows are read without an {@link
 * Access} each, and the nodes of the index are not watched. Owned by the worker's thread.
 *
 * <p>A scan goes through the logical ranges of its table in its order. It enters each before it
 * looks at anything in it, the index included; then it reads that part's rows. What it has entered
 * counts as scanned as a whole, unless it says where it has stopped. Scans may be nested.
 */
public interface RangeReader {

  /** The logical ranges that scans of a table are divided into. */
  KeyRanges rangesOf(Table table);

  /**
   * A scan enters a logical range, of which it is going to read the part from {@code low} to before
   * {@code high}.
   *
   * @param range its number among {@link #rangesOf}
   * @param highRest {@link dev.yardmaster.engine.index.OrderedIndex#UNBOUNDED} if there is no upper
   *     bound
   * @param covers whether the part is all of the range
   * @return what {@link #stop} knows it by
   * @throws Conflict if the transaction must be aborted
   */
  int enter(
      Table table, int range, long low, byte[] lowRest, long high, byte[] highRest, boolean covers);

  /**
   * Reads a record whose entry stands in a range that was entered, and that the transaction has no
   * access to. Others may be changing it.
   *
   * @param into takes the row
   * @return whether there is one
   * @throws Conflict if the transaction must be aborted
   */
  boolean read(Table table, int record, Row into);

  /** The version of what was read last, in the sense of {@link Access#version}. */
  long version();

  /**
   * The scan has stopped before the end of a part, and has seen nothing beyond a key.
   *
   * @param entered what {@link #enter} gave
   * @param key the last that it has seen
   */
  void stop(int entered, long key, byte[] rest, boolean backward);
}
