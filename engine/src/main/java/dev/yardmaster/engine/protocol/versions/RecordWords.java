package dev.yardmaster.engine.protocol.versions;

import dev.yardmaster.engine.protocol.SharedWords;
import dev.yardmaster.engine.table.Records;
import dev.yardmaster.engine.table.Table;

/**
 * The layout of the words in front of the row of a record's newest committed version. A protocol
 * uses only the first 3, 4 or 5 of these words.
 *
 * <pre>
 *   word 0   stamp of the newest version; MOVING while it is replaced
 *   word 1   link of the newest version, as in VersionWords
 *   word 2   lock: 0, below 0 for the writer of the next version, DEAD or RECLAIMING
 *   word 3   read stamp: the highest stamp of a transaction that has read the newest version
 *   word 4   successor stamp of the newest version's writer
 * </pre>
 *
 * <p>Only the holder of the lock replaces the newest version. Readers copy the row and then read
 * the stamp again, as under Silo. Before its first version, a record is absent. The stamp of this
 * absence is the stamp that the index node had when the record was created. No transaction with
 * this stamp or a lower stamp can insert the record. The read stamp may also come from a reader of
 * an older version. This is correct, because such a reader must also precede the writers of later
 * versions.
 */
public final class RecordWords {

  /**
   * The number of words without the read stamp, for protocols under which readers write nothing to
   * the record.
   */
  public static final int WITHOUT_READ = 3;

  /** The number of words that include the read stamp. */
  public static final int WITH_READ = 4;

  /** The number of words that include the successor stamp. */
  public static final int WITH_SUCCESSOR = 5;

  static final long MOVING = -1;

  /** The lock word of a record that was permanently removed from its index. */
  static final long DEAD = 1;

  /** The lock word of a record while a worker checks whether the record can be removed. */
  static final long RECLAIMING = 2;

  private static final int STAMP = 0;
  private static final int LINK = 1;
  private static final int LOCK = 2;
  private static final int READ = 3;
  private static final int SUCCESSOR = 4;

  private RecordWords() {}

  /**
   * Implements {@link dev.yardmaster.engine.protocol.Protocol#initialize} with the stamp of the
   * index node.
   *
   * @param count the number of words
   */
  public static void initialize(Table table, int record, long stamp, int count) {
    long[] slab = table.records().slab(record);
    int at = table.records().at(record);
    Records.setWord(slab, at + LINK, VersionWords.INITIAL_ABSENCE);
    if (count >= WITH_READ) {
      Records.setWord(slab, at + READ, stamp);
    }
    Records.setWord(slab, at + STAMP, stamp);
  }

  static long stamp(SharedWords words, long[] slab, int at) {
    return words.getVolatile(slab, at + STAMP);
  }

  static void setStamp(SharedWords words, long[] slab, int at, long stamp) {
    words.set(slab, at + STAMP, stamp);
  }

  static long link(SharedWords words, long[] slab, int at) {
    return words.get(slab, at + LINK);
  }

  static void setLink(SharedWords words, long[] slab, int at, long link) {
    words.set(slab, at + LINK, link);
  }

  static long lock(SharedWords words, long[] slab, int at) {
    return words.getVolatile(slab, at + LOCK);
  }

  static boolean tryLock(SharedWords words, long[] slab, int at, long lock) {
    return words.change(slab, at + LOCK, 0, lock);
  }

  static void unlock(SharedWords words, long[] slab, int at) {
    words.set(slab, at + LOCK, 0);
  }

  static void setDead(SharedWords words, long[] slab, int at) {
    words.setVolatile(slab, at + LOCK, DEAD);
  }

  static long readStamp(SharedWords words, long[] slab, int at) {
    return words.getVolatile(slab, at + READ);
  }

  static void raiseRead(SharedWords words, long[] slab, int at, long stamp) {
    long read = words.getVolatile(slab, at + READ);
    while (read < stamp && !words.change(slab, at + READ, read, stamp)) {
      read = words.getVolatile(slab, at + READ);
    }
  }

  static long successor(SharedWords words, long[] slab, int at) {
    return words.get(slab, at + SUCCESSOR);
  }

  static void setSuccessor(SharedWords words, long[] slab, int at, long stamp) {
    words.set(slab, at + SUCCESSOR, stamp);
  }
}
