package dev.yardmaster.engine.table;

import java.util.Arrays;

/**
 * One worker's slots of one {@link Records}: those that it may hand out, and those that it gave up
 * and that nobody can see any more. Owned by one thread.
 */
public final class RecordAllocator {

  private final Records records;
  private int[] free = new int[Records.CHUNK];
  private int count;

  /** An allocator without slots. */
  public RecordAllocator(Records records) {
    this.records = records;
  }

  /** A slot whose words are 0. */
  public int allocate() {
    if (count == 0) {
      takeChunk();
    }
    return free[--count];
  }

  private void takeChunk() {
    int first = records.takeChunk();
    for (int i = Records.CHUNK - 1; i >= 0; i--) {
      free[count++] = first + i;
    }
  }

  /** Takes back a slot that no thread can reach any more. */
  public void free(int record) {
    records.clear(record);
    if (count == free.length) {
      free = Arrays.copyOf(free, 2 * count);
    }
    free[count++] = record;
  }

  /** How many slots it could hand out without new ones. */
  public int available() {
    return count;
  }
}
