package dev.yardmaster.engine.protocol;

import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.Table;

/**
 * What a transaction does to one record, with its own copy of the row; a protocol adds what it
 * keeps of the record. Reused; owned by one worker.
 */
public abstract class Access extends Row {

  /** What is done to the record. */
  public enum Operation {
    /** Read only. */
    READ,
    /** Changed, after it was read or not. */
    UPDATE,
    /** Written where there was nothing. */
    INSERT,
    /** Deleted. */
    DELETE
  }

  private static final Operation[] OPERATIONS = Operation.values();
  private static final int READ = Operation.READ.ordinal();

  // Accesses live long, and collectors make every store of a reference into them dear: so what
  // seldom changes is stored only when it does, and what always changes is a number.
  private Table table;
  private int record;
  private long key;
  private byte[] rest;
  private int at;

  private int operation;
  private boolean present;
  private boolean wasPresent;
  private boolean filled;
  private long version;

  /** Position among the transaction's accesses. */
  int position;

  /** The next access in the same bucket of the set. */
  int next;

  /** Of no record yet. */
  protected Access() {}

  void begin(Table ofTable, int ofRecord, long underKey, byte[] underRest) {
    if (table != ofTable) {
      table = ofTable;
    }
    record = ofRecord;
    key = underKey;
    if (rest != underRest) {
      rest = underRest;
    }
    if (ofRecord >= 0) {
      at = ofTable.records().at(ofRecord);
    }
    operation = READ;
    present = false;
    wasPresent = false;
    filled = false;
    forbidChanges();
    version = 0;
  }

  /** Forgets what could keep memory alive. */
  void end() {
    if (value != null) {
      value = null;
    }
    if (rest != null) {
      rest = null;
    }
  }

  /** The record's table. */
  public final Table table() {
    return table;
  }

  /** The record's number. */
  public final int record() {
    return record;
  }

  /** The key's number. */
  public final long key() {
    return key;
  }

  /** The key's byte string; null for keys that are numbers. */
  public final byte[] rest() {
    return rest;
  }

  /** The slab that the record's words lie in. */
  public final long[] slab() {
    return table.records().slab(record);
  }

  /** Where the record's first word stands in its slab. */
  public final int at() {
    return at;
  }

  /** What is done to the record. */
  public final Operation operation() {
    return OPERATIONS[operation];
  }

  /** Whether the record is written, or deleted. */
  public final boolean isWrite() {
    return operation != READ;
  }

  /** Whether the row was read, so that the transaction depends on what it was. */
  public final boolean isRead() {
    return filled;
  }

  /** Whether the transaction sees the record: there is one, or it made one. */
  public final boolean isPresent() {
    return present;
  }

  /** Whether there was a record when it was read. */
  public final boolean wasPresent() {
    return wasPresent;
  }

  /** The version that was read; {@code -v} if there was nothing in a state with all up to v. */
  public final long version() {
    return version;
  }

  /**
   * The protocol has filled the row, or found that there is none.
   *
   * @param readVersion its version, or that as of which it is absent; 0 or more
   */
  public final void found(boolean isThere, long readVersion) {
    filled = true;
    present = isThere;
    wasPresent = isThere;
    version = isThere ? readVersion : -readVersion;
  }

  /** Copies the row from the record; another thread may be changing it. */
  public final void copyRow() {
    table.records().copyRow(record, slab(), at, this);
  }

  /** Copies the row into the record, which the transaction has to itself. */
  public final void putRow() {
    table.records().putRow(record, slab(), at, this);
  }

  /** The row as it is now, as bytes. */
  public final byte[] image() {
    return image(table.layout());
  }

  /** It is to be written. */
  public final void write(Operation how) {
    operation = how.ordinal();
    present = how != Operation.DELETE;
    if (present) {
      allowChanges(table.layout());
    } else {
      forbidChanges();
    }
  }

  /** Its columns are all 0 and empty, or its value is; it is to be filled. */
  public final void empty() {
    reset(table.layout());
  }
}
