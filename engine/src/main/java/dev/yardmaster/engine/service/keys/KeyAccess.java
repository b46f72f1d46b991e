package dev.yardmaster.engine.service.keys;

import dev.yardmaster.api.Key;
import dev.yardmaster.engine.table.KeyHints;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.table.TableKeys;
import dev.yardmaster.engine.transaction.RecordTransaction;

/**
 * Finds the records of keys, and applies reads and writes of keys to them, for one worker. One
 * thread at a time uses an instance.
 */
public final class KeyAccess {

  private final KeyTables tables;

  /** The key of the access in progress; null between accesses. */
  private Key accessing;

  public KeyAccess(KeyTables tables) {
    this.tables = tables;
  }

  /** Returns the key of the access in progress; null between accesses. */
  public Key accessing() {
    return accessing;
  }

  /**
   * Returns the key of the access during which a conflict has ended the last run, and removes the
   * key from this object. Returns null if no run has ended in this way since the last call.
   */
  public Key takeEnded() {
    Key ended = accessing;
    accessing = null;
    return ended;
  }

  /** Declares to the protocol the keys that a run may read and write. */
  public void declare(TouchedKeys keys, KeyHints into) {
    for (int i = 0; i < keys.size(); i++) {
      declare(keys.key(i), keys.mayWrite(i), into);
    }
  }

  /** Declares a key. */
  public void declare(Key key, boolean isWritten, KeyHints into) {
    Table table = tables.of(key);
    byte[] rest = TableKeys.rest(key);
    long number = TableKeys.number(key, rest);
    if (isWritten) {
      into.write(table, number, rest);
    } else {
      into.read(table, number, rest);
    }
  }

  /** Returns the stored value of a key, or null if the key has no value. */
  public byte[] read(RecordTransaction records, Key key) {
    byte[] rest = TableKeys.rest(key);
    accessing = key;
    Row row = records.read(tables.of(key), TableKeys.number(key, rest), rest);
    accessing = null;
    return row == null ? null : row.value();
  }

  /** Runs a scan in an engine transaction. */
  public void scan(RecordTransaction records, KeyScan scan) {
    scan.run(records, tables);
  }

  /** Applies the writes of a run to the tables, and marks the writes that change a table. */
  public void apply(RecordTransaction records, TouchedKeys keys) {
    keys.beginChanges();
    for (int i = 0; i < keys.size(); i++) {
      if (!keys.isWritten(i)) {
        continue;
      }
      Key key = keys.key(i);
      Table table = tables.of(key);
      byte[] rest = TableKeys.rest(key);
      long number = TableKeys.number(key, rest);
      accessing = key;
      if (keys.written(i) != null) {
        byte[] stored = StoredValue.of(keys.written(i));
        records.put(table, number, rest).setValue(stored);
        keys.takesPlace(i, stored);
      } else if (records.delete(table, number, rest)) {
        // Deleting a missing key changes nothing, and does not block an insertion.
        keys.takesPlace(i, null);
      }
      accessing = null;
    }
  }
}
