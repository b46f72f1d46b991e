package dev.yardmaster.engine.protocol.multiversion;

import dev.yardmaster.engine.table.Table;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The logical ranges of all tables: of each the latest scan's timestamp, and those of its
 * uncommitted writers. Any thread.
 *
 * <pre>
 *   0                  1                      8          9
 *   | read timestamp   | room up to the line  | worker 0 | worker 1 | ...    0: writes nothing here
 * </pre>
 *
 * <p>A worker has a place of its own in each list, since it has one transaction at a time; so the
 * list needs no order and is never full, and a scan looks at all of it.
 */
final class RangeTimestamps {

  private static final int READ = 0;
  private static final int WRITERS = 8;
  private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);

  private final int workers;
  private volatile AtomicReferenceArray<long[]>[] byTable;

  RangeTimestamps(int workers) {
    this.workers = workers;
    byTable = arrays(0);
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // There are no arrays of generic classes.
  private static AtomicReferenceArray<long[]>[] arrays(int length) {
    return new AtomicReferenceArray[length];
  }

  int workers() {
    return workers;
  }

  /** A range of a table, which begins to exist if need be. */
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

  /** The timestamp of the latest scan. */
  static long read(long[] range) {
    return (long) WORD.getVolatile(range, READ);
  }

  /** A scan of a timestamp begins; before it looks at the writers. */
  static void raiseRead(long[] range, long timestamp) {
    long present = read(range);
    while (present < timestamp && !WORD.compareAndSet(range, READ, present, timestamp)) {
      present = read(range);
    }
  }

  /** The timestamp of a worker's uncommitted writes; 0 if it has none. */
  static long writer(long[] range, int worker) {
    return (long) WORD.getVolatile(range, WRITERS + worker);
  }

  /** A worker's transaction is going to write, before it looks at scans; or has ended: 0. */
  static void setWriter(long[] range, int worker, long timestamp) {
    WORD.setVolatile(range, WRITERS + worker, timestamp);
  }
}
