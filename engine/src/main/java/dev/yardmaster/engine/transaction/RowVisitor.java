package dev.yardmaster.engine.transaction;

import dev.yardmaster.engine.table.Row;

/** Takes the rows of a scan. */
@FunctionalInterface
public interface RowVisitor {

  /**
   * A row of the range.
   *
   * @param key its key's number
   * @param rest its key's byte string; null in a table of numbers
   * @param row as {@link RecordTransaction#read} gives it, but until the visit ends: it may be used
   *     for the next one
   * @return whether to go on
   */
  boolean visit(long key, byte[] rest, Row row);
}
