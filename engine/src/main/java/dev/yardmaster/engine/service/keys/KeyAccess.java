package dev.yardmaster.engine.service.keys;

import dev.yardmaster.api.Key;
import dev.yardmaster.engine.protocol.Conflict;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.engine.transaction.RecordTransaction;

/** A worker's way from keys to records. Used by one thread at a time. */
public final class KeyAccess {

  private final KeyTables tables;
  private final Conflict conflict;

  public KeyAccess(KeyTables tables, Conflict conflict) {
    this.tables = tables;
    this.conflict = conflict;
  }

  /** What lies under a key; null for nothing. */
  public byte[] read(RecordTransaction records, Key key) {
    byte[] rest = KeyTables.rest(key);
    Row row = records.read(tables.of(key), KeyTables.number(key, rest), rest);
    return row == null ? null : row.value();
  }

  /** Finds what a scan finds. */
  public void scan(RecordTransaction records, KeyScan scan) {
    scan.run(records, tables);
  }

  /** Writes what a run has written, and notes what of it takes place. */
  public void apply(RecordTransaction records, TouchedKeys keys) {
    keys.beginChanges();
    for (int i = 0; i < keys.size(); i++) {
      if (!keys.isWritten(i)) {
        continue;
      }
      Key key = keys.key(i);
      Table table = tables.of(key);
      byte[] rest = KeyTables.rest(key);
      long number = KeyTables.number(key, rest);
      if (keys.written(i) != null) {
        put(records, table, number, rest, StoredValue.of(keys.written(i)), keys, i);
      } else if (records.delete(table, number, rest)) {
        // To delete what is not there changes nothing: nobody is kept from inserting it meanwhile.
        keys.takesPlace(i, null);
      }
    }
  }

  private void put(
      RecordTransaction records,
      Table table,
      long number,
      byte[] rest,
      byte[] stored,
      TouchedKeys keys,
      int position) {
    Row row = records.update(table, number, rest);
    if (row == null) {
      row = records.insert(table, number, rest);
    }
    if (row == null) {
      // It has come into being in between, so that the run would not be validated.
      throw conflict;
    }
    row.setValue(stored);
    keys.takesPlace(position, stored);
  }
}
