package dev.yardmaster.engine.transaction;

import dev.yardmaster.engine.table.Row;

/** Receives the rows of a scan. */
@FunctionalInterface
public interface RowVisitor {

  /**
   * Called for each row of the range.
   *
   * @param key the number of the row's key
   * @param rest the byte string of the row's key; null in a table of numbers
   * @param row as {@link RecordTransaction#read} returns it, but valid only during the visit: the
   *     next visit may reuse it
   * @return whether to continue
   */
  boolean visit(long key, byte[] rest, Row row);
}
