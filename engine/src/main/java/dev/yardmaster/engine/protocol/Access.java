package dev.yardmaster.engine.protocol;

import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.Table;
import java.nio.ByteBuffer;

/**
 * A transaction's access to one record, with a private copy of the row. Subclasses add the state
 * that a protocol, or a family of protocols, needs. An access is reused, and one worker owns it.
 */
public abstract class Access extends Row {

  /** The effect of an access on its record. */
  public enum Operation {
    /** The record is only read. */
    READ,
    /**
     * The record is changed, possibly after a read. A blind write is also an update, even if the
     * key had no record.
     */
    UPDATE,
    /** The record is inserted under a key that had no record. */
    INSERT,
    /** The record is deleted. */
    DELETE
  }

  private static final Operation[] OPERATIONS = Operation.values();
  private static final int READ = Operation.READ.ordinal();

  // Access objects are reused, so the garbage collector treats them as old objects, and each store
  // of a reference into an old object is expensive. So references that rarely change are stored
  // only when they change, and fields that change at each use are primitive.
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
  private boolean installed;
  private int partition;
  private boolean frozen;

  /** The position among the transaction's accesses. */
  int position;

  /** The position of the next access in the same hash bucket of the {@link AccessSet}. */
  int next;

  /** Creates an access without a record. */
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
    installed = true;
    frozen = false;
  }

  /** Clears references that would prevent garbage collection. */
  void end() {
    if (value != null) {
      value = null;
    }
    if (rest != null) {
      rest = null;
    }
  }

  /** Returns the record's table. */
  public final Table table() {
    return table;
  }

  /** Returns the record's number. */
  public final int record() {
    return record;
  }

  /** Returns the key's number. */
  public final long key() {
    return key;
  }

  /** Returns the key's byte string; null for keys that are numbers. */
  public final byte[] rest() {
    return rest;
  }

  /** Returns the array that contains the record's words. */
  public final long[] slab() {
    return table.records().slab(record);
  }

  /** Stores the partition of the key. Only a mix of protocols uses partitions. */
  public final void inPartition(int keysPartition) {
    partition = keysPartition;
  }

  /**
   * Returns the partition that {@link #inPartition} stored for the key; unspecified if it was not
   * called.
   */
  public final int partition() {
    return partition;
  }

  /** Returns the position of the record's first word in the array {@link #slab}. */
  public final int at() {
    return at;
  }

  /** Returns the effect of the access on the record. */
  public final Operation operation() {
    return OPERATIONS[operation];
  }

  /** Returns the position of this access among the transaction's accesses. */
  public final int position() {
    return position;
  }

  /**
   * Specifies that another access of the same transaction to the same record installs the write.
   * This access then only protects the record.
   */
  public final void leaveInstallation() {
    installed = false;
  }

  /** Returns whether this access, if it is a write, installs the write. */
  public final boolean installs() {
    return installed;
  }

  /** Returns whether the access changes, inserts or deletes the record. */
  public final boolean isWrite() {
    return operation != READ;
  }

  /** Returns whether the transaction has read the record, and so depends on what it has read. */
  public final boolean isRead() {
    return filled;
  }

  /**
   * Returns whether the transaction sees the record. The record is present if it existed or the
   * transaction has inserted it, and the transaction has not deleted it.
   */
  public final boolean isPresent() {
    return present;
  }

  /** Returns whether the record was present when it was read. */
  public final boolean wasPresent() {
    return wasPresent;
  }

  /**
   * Returns the version that the transaction has read; {@code -v} if the record was absent with
   * version {@code v}.
   */
  public final long version() {
    return version;
  }

  /**
   * Stores whether the record was present, and its version. The protocol calls this method after it
   * has filled the row or found the record absent.
   *
   * @param readVersion the version of the present or absent record; 0 or more
   */
  public final void found(boolean isThere, long readVersion) {
    filled = true;
    present = isThere;
    wasPresent = isThere;
    version = isThere ? readVersion : -readVersion;
  }

  /**
   * Replaces the version that was given to {@link #found}. Under some protocols, a transaction can
   * read a row before the writer of this row has committed. Such a protocol calls this method when
   * the writer's version is known.
   *
   * @param readVersion the version of the present or absent record; 0 or more
   */
  public final void settleVersion(long readVersion) {
    version = wasPresent ? readVersion : -readVersion;
  }

  /**
   * Forbids further changes of the row, because another transaction may already have read it. If
   * the transaction's logic writes the record again, {@link ConcurrencyControl#update} is called
   * again; the protocol must then throw a conflict.
   */
  public final void freeze() {
    frozen = true;
    forbidChanges();
  }

  /** Returns whether the row may not be changed any more. */
  public final boolean isFrozen() {
    return frozen;
  }

  /**
   * Copies the row from the record to this access. Another thread may change the record during the
   * copy.
   */
  public final void copyRow(SharedWords words) {
    words.copyRow(table.records(), record, slab(), at, this);
  }

  /**
   * Copies the row from this access into the record, to which the transaction has exclusive access.
   */
  public final void putRow(SharedWords words) {
    words.putRow(table.records(), record, slab(), at, this);
  }

  /** Returns the current content of the row as bytes. */
  public final byte[] image() {
    return image(table.layout());
  }

  /** Returns the length of {@link #image()}, in bytes. */
  public final int imageBytes() {
    return imageBytes(table.layout());
  }

  /** Puts the bytes of {@link #image()} into a little-endian buffer. */
  public final void putImage(ByteBuffer into) {
    putImage(table.layout(), into);
  }

  /** Marks the access as a write. */
  public final void write(Operation how) {
    operation = how.ordinal();
    present = how != Operation.DELETE;
    if (present) {
      allowChanges(table.layout());
    } else {
      forbidChanges();
    }
  }

  /**
   * Sets all columns to 0 or empty; or, in a table of untyped values, sets an empty value. The
   * logic then fills the row.
   */
  public final void empty() {
    reset(table.layout());
  }
}
