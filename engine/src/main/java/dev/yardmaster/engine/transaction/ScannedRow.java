package dev.yardmaster.engine.transaction;

import dev.yardmaster.engine.table.Row;

/**
 * A read-only row that a scan passes to its visitor. Reused from row to row; owned by one worker.
 */
final class ScannedRow extends Row {

  ScannedRow() {}

  /** Drops the value, so that the row keeps none alive. */
  void end() {
    value = null;
  }
}
