package dev.yardmaster.engine.transaction;

import dev.yardmaster.engine.table.Row;
import org.jspecify.annotations.Nullable;

/** Receives the rows of a scan. */
@FunctionalInterface
public interface RowVisitor {

  /**
   * Visits one row of the range.
   *
   * @param key the row's key as a number; in a table of byte strings, the prefix of the key
   * @param rest the byte string of the row's key; null in a table of numbers
   * @param row the row; see {@link RecordTransaction#read}. The row is valid only during the visit,
   *     because the object may be reused for the next row
   * @return whether the scan continues
   */
  boolean visit(long key, byte @Nullable [] rest, Row row);
}
