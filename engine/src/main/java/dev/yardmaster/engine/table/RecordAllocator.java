package dev.yardmaster.engine.table;

import java.util.Arrays;

/**
 * One worker's free slots of one {@link Records} object: new slots, and freed slots that no thread
 * can reach any more. Surplus slots return to the shared pool, from which other workers can take
 * them. One thread uses an allocator.
 */
public final class RecordAllocator {

  /**
   * The maximum number of free slots that a worker keeps. This is about the number of slots that
   * one cleanup frees, if rows are small.
   */
  static final int MAX_FREE = 64 * Records.CHUNK;

  private final Records records;
  private int[] free = new int[Records.CHUNK];
  private int count;

  /** Creates an allocator without slots. */
  public RecordAllocator(Records records) {
    this.records = records;
  }

  /** Returns whether this allocator belongs to the given records. */
  public boolean isOf(Records others) {
    return records == others;
  }

  /** Returns whether the table of this allocator was dropped. */
  public boolean isOfDropped() {
    return records.isDropped();
  }

  /**
   * Returns a slot. The words of a record's slot are 0; the words of a version's slot are
   * unspecified.
   */
  public int allocate() {
    if (count == 0) {
      records.takeChunk(free);
      count = Records.CHUNK;
    }
    return free[--count];
  }

  /** Takes back a slot that no thread can reach any more, for reuse. */
  public void free(int record) {
    records.clear(record);
    if (count == free.length) {
      makeRoom();
    }
    free[count++] = record;
  }

  private void makeRoom() {
    if (count < MAX_FREE) {
      free = Arrays.copyOf(free, 2 * count);
    } else {
      count -= Records.CHUNK;
      records.giveChunk(free, count);
    }
  }

  /**
   * Returns free slots to the shared pool, in whole chunks. The allocator keeps less than one chunk
   * of slots.
   */
  public void giveBack() {
    while (count >= Records.CHUNK) {
      count -= Records.CHUNK;
      records.giveChunk(free, count);
    }
  }

  /** Returns the number of slots that can be allocated without a new chunk. */
  public int available() {
    return count;
  }
}
