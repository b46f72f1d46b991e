package dev.yardmaster.engine.table;

import java.util.Arrays;

/**
 * One worker's free slots of one {@link Records}: new ones, and freed ones that no thread can see
 * any more. Surplus slots return to the pool, for the other workers. Owned by one thread.
 */
public final class RecordAllocator {

  /** Most free slots that a worker keeps: about as many as one clean-up frees, for small rows. */
  static final int MAX_FREE = 64 * Records.CHUNK;

  private final Records records;
  private int[] free = new int[Records.CHUNK];
  private int count;

  /** Creates an allocator without slots. */
  public RecordAllocator(Records records) {
    this.records = records;
  }

  /** Returns whether the slots belong to these records. */
  public boolean isOf(Records others) {
    return records == others;
  }

  /** Returns a slot whose words are 0. */
  public int allocate() {
    if (count == 0) {
      records.takeChunk(free);
      count = Records.CHUNK;
    }
    return free[--count];
  }

  /** Takes back a slot that no thread can reach any more. */
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

  /** Returns the number of slots that can be handed out without a new chunk. */
  public int available() {
    return count;
  }
}
