package dev.yardmaster.engine.transaction;

import dev.yardmaster.engine.table.Row;

/**
 * A read-only row that a scan passes to its visitor. The object is reused for each row, and one
 * worker owns it.
 */
final class ScannedRow extends Row {

  ScannedRow() {}

  /** Clears the reference to the value, so that the garbage collector can free it. */
  void end() {
    value = null;
  }
}
