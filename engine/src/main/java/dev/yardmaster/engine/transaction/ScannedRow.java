package dev.yardmaster.engine.transaction;

import dev.yardmaster.engine.table.Row;
import org.jspecify.annotations.NullUnmarked;

/**
 * A read-only row that a scan passes to its visitor. The object is reused for each row, and one
 * worker owns it.
 */
@NullUnmarked // Internal: fields and results may be null.
final class ScannedRow extends Row {

  ScannedRow() {}

  /** Clears the reference to the value, so that the garbage collector can free it. */
  void end() {
    value = null;
  }
}
