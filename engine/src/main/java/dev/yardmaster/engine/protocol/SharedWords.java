package dev.yardmaster.engine.protocol;

import dev.yardmaster.engine.table.Records;
import dev.yardmaster.engine.table.Row;

/**
 * One worker's access to the words and rows of records, which all workers share. All protocols
 * access records through this class, so that a simulated worker is charged for each access in the
 * same way under every protocol. On a real thread, this costs one branch.
 */
public final class SharedWords {

  /** Charges a simulated worker for its accesses; null on a real thread. */
  private final CacheLines lines;

  /**
   * Creates the object of one worker.
   *
   * @param lines charges a simulated worker for its accesses; null on a real thread
   */
  public SharedWords(CacheLines lines) {
    this.lines = lines;
  }

  /** Returns a word, with acquire semantics. */
  public long get(long[] slab, int at) {
    reading(slab, at);
    return Records.word(slab, at);
  }

  /** Returns a word, with volatile semantics. */
  public long getVolatile(long[] slab, int at) {
    reading(slab, at);
    return Records.sharedWord(slab, at);
  }

  /** Sets a word, with release semantics. */
  public void set(long[] slab, int at, long word) {
    changing(slab, at);
    Records.setWord(slab, at, word);
  }

  /** Sets a word by compare-and-set; returns whether the word was as expected. */
  public boolean change(long[] slab, int at, long expected, long word) {
    changing(slab, at);
    return Records.changeWord(slab, at, expected, word);
  }

  /** Sets a word, with volatile semantics. */
  public void setVolatile(long[] slab, int at, long word) {
    changing(slab, at);
    Records.setSharedWord(slab, at, word);
  }

  /** Adds to a word atomically, with volatile semantics. */
  public void add(long[] slab, int at, long delta) {
    changing(slab, at);
    Records.addToWord(slab, at, delta);
  }

  /** As {@link #add}, but also returns the word before the addition. */
  public long getAndAdd(long[] slab, int at, long delta) {
    changing(slab, at);
    return Records.getAndAddToWord(slab, at, delta);
  }

  /**
   * Clears a bit of a word atomically, with volatile semantics; returns whether the bit was set.
   */
  public boolean clearBit(long[] slab, int at, long bit) {
    changing(slab, at);
    return Records.clearBit(slab, at, bit);
  }

  /**
   * Copies a record's row out of the record. Another thread may change the row during the copy. In
   * a simulation, only the transfer of the row's last cache line is charged, because the CPU
   * prefetches adjacent lines.
   */
  public void copyRow(Records records, int record, long[] slab, int at, Row into) {
    if (lines != null) {
      lines.read(slab, records.lastLong(at));
      lines.copy(records.rowLongs());
    }
    records.copyRow(record, slab, at, into);
  }

  /** Copies the row of a record, to which this worker has exclusive access, into another slot. */
  public void copyRow(Records records, int record, Records to, int slot) {
    if (lines != null) {
      lines.change(to.slab(slot), to.lastLong(to.at(slot)));
      lines.copy(records.rowLongs());
    }
    records.copyRow(record, to, slot);
  }

  /** Copies a row into a record, to which this worker has exclusive access. */
  public void putRow(Records records, int record, long[] slab, int at, Row from) {
    if (lines != null) {
      lines.change(slab, records.lastLong(at));
      lines.copy(records.rowLongs());
    }
    records.putRow(record, slab, at, from);
  }

  /**
   * Charges a read of a shared word that is not a word of a record.
   *
   * @param words the object that contains the word
   */
  public void reading(Object words, int at) {
    if (lines != null) {
      lines.read(words, at);
    }
  }

  /**
   * Charges a change of a shared word that is not a word of a record.
   *
   * @param words the object that contains the word
   */
  public void changing(Object words, int at) {
    if (lines != null) {
      lines.change(words, at);
    }
  }
}
