package dev.yardmaster.engine.protocol.multiversion;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.engine.protocol.SharedWords;
import dev.yardmaster.engine.table.Table;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The logical ranges of all tables, with their timestamps. Each range has the timestamp of its
 * latest scan and the timestamps of its uncommitted writers. Any thread may call the methods.
 *
 * <pre>
 *   0                  1                      8          9
 *   | read timestamp   | padding to the line  | worker 0 | worker 1 | ...    0: no writes here
 * </pre>
 *
 * <p>Each range has one entry for each worker, because a worker runs one transaction at a time. So
 * there is always room, and the entries need no order. A scan examines all entries.
 */
final class RangeTimestamps {

  private static final int READ = 0;
  private static final int WRITERS = 8;
  private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);

  private final int workers;

  @Shared(
      writers =
          "the first worker that uses a table, under the monitor; the first worker that uses a "
              + "range",
      readers = "all workers",
      access =
          "volatile reference to an array that is never changed; a range is published by "
              + "compare-and-set. A range's read timestamp is raised by compare-and-set; a worker's "
              + "entry in a range is volatile and written by that worker, 0 after its transaction. A "
              + "scan raises the timestamp and then reads the writers; a writer enters itself and "
              + "then reads the timestamp")
  private volatile AtomicReferenceArray<long[]>[] byTable;

  RangeTimestamps(int workers) {
    this.workers = workers;
    byTable = arrays(0);
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // Java cannot create arrays of generic classes.
  private static AtomicReferenceArray<long[]>[] arrays(int length) {
    return new AtomicReferenceArray[length];
  }

  int workers() {
    return workers;
  }

  /** Returns a range of a table, and creates the range if it does not exist. */
  long[] get(Table table, int range) {
    AtomicReferenceArray<long[]>[] present = byTable;
    int number = table.number();
    AtomicReferenceArray<long[]> ranges =
        number < present.length && present[number] != null ? present[number] : make(table);
    long[] words = ranges.get(range);
    if (words != null) {
      return words;
    }
    long[] made = new long[WRITERS + workers];
    return ranges.compareAndSet(range, null, made) ? made : ranges.get(range);
  }

  private synchronized AtomicReferenceArray<long[]> make(Table table) {
    int number = table.number();
    if (number >= byTable.length || byTable[number] == null) {
      AtomicReferenceArray<long[]>[] more = arrays(Math.max(number + 1, byTable.length));
      System.arraycopy(byTable, 0, more, 0, byTable.length);
      more[number] = new AtomicReferenceArray<>(table.definition().ranges().count());
      byTable = more;
    }
    return byTable[number];
  }

  /** Returns the timestamp of the latest scan of a range. */
  static long read(SharedWords words, long[] range) {
    return words.getVolatile(range, READ);
  }

  /**
   * Raises the range's read timestamp for a scan. The scan calls this method before it examines the
   * writers.
   */
  static void raiseRead(SharedWords words, long[] range, long timestamp) {
    long present = read(words, range);
    while (present < timestamp && !words.change(range, READ, present, timestamp)) {
      present = read(words, range);
    }
  }

  /**
   * Returns the timestamp of a worker's uncommitted transaction that writes to this range; 0 if
   * there is none.
   */
  static long writer(SharedWords words, long[] range, int worker) {
    return words.getVolatile(range, WRITERS + worker);
  }

  /**
   * Sets the timestamp of a worker's entry. The worker calls this method before it reads the
   * range's read timestamp. When its transaction has ended, the worker sets its entry to 0.
   */
  static void setWriter(SharedWords words, long[] range, int worker, long timestamp) {
    words.changing(range, WRITERS + worker);
    WORD.setVolatile(range, WRITERS + worker, timestamp);
  }
}
