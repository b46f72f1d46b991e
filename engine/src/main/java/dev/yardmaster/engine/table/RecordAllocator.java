package dev.yardmaster.engine.table;

import java.util.Arrays;

/**
 * One worker's slots of one {@link Records}: those that it may hand out, and those that it gave up
 * and that nobody can see any more. Of many it gives some back, for the other workers. Owned by one
 * thread.
 */
public final class RecordAllocator {

  /** Most slots that it keeps: about what a worker frees when it tidies up, of small rows. */
  static final int MAX_FREE = 64 * Records.CHUNK;

  private final Records records;
  private int[] free = new int[Records.CHUNK];
  private int count;

  /** An allocator without slots. */
  public RecordAllocator(Records records) {
    this.records = records;
  }

  /** Whether its slots are of these records. */
  public boolean isOf(Records others) {
    return records == others;
  }

  /** A slot whose words are 0. */
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

  /** How many slots it could hand out without taking any. */
  public int available() {
    return count;
  }
}
