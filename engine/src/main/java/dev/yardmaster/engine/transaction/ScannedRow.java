package dev.yardmaster.engine.transaction;

import dev.yardmaster.engine.table.Row;

/** A row as a scan shows it, to be read only. Reused from row to row; owned by one worker. */
final class ScannedRow extends Row {

  ScannedRow() {}

  /** Keeps no value alive. */
  void end() {
    value = null;
  }
}
