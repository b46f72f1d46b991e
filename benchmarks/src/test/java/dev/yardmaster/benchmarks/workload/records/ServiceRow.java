package dev.yardmaster.benchmarks.workload.records;

import dev.yardmaster.api.Key;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.RowLayout;

/** A transaction's copy of a row that a service stores as one value. */
final class ServiceRow extends Row {

  private final Key key;
  private final RowLayout layout;
  private boolean present;
  private boolean changed;

  /**
   * Creates a row from its stored value.
   *
   * @param image the stored value; null if the key has no value
   */
  ServiceRow(Key key, RowLayout layout, byte[] image) {
    this.key = key;
    this.layout = layout;
    reset(layout);
    if (image != null) {
      setImage(layout, image);
    }
    present = image != null;
    forbidChanges();
  }

  Key key() {
    return key;
  }

  boolean isPresent() {
    return present;
  }

  /** Returns whether the transaction has changed, inserted or deleted the row. */
  boolean isChanged() {
    return changed;
  }

  void change() {
    changed = true;
    allowChanges(layout);
  }

  void insert() {
    reset(layout);
    present = true;
    changed = true;
  }

  void delete() {
    present = false;
    changed = true;
    forbidChanges();
  }

  byte[] image() {
    return image(layout);
  }
}
