package dev.yardmaster.engine.protocol.versions;

import dev.yardmaster.engine.protocol.SharedWords;
import dev.yardmaster.engine.table.Records;
import dev.yardmaster.engine.table.Table;

/**
 * The words of a record. Before its first version, a record is absent, and this absence has a read
 * stamp as a version has.
 *
 * <pre>
 *   word 0   63   33   32                       1   0
 *            |        | newest version + 1, or 0   | dead |
 *   word 1   | the absence's read stamp                   |
 *   word 2   | oldest version + 1, or 0                   |
 * </pre>
 *
 * <p>The read stamp of the absence is at least the stamp of the index node in which the record was
 * created. No transaction at or below that stamp can insert the record.
 */
public final class RecordWords {

  /** The number of words without the oldest version. */
  public static final int WITH_READ = 2;

  /** The number of words with the oldest version. */
  public static final int WITH_OLDEST = 3;

  static final int READ = 1;
  static final int OLDEST = 2;
  private static final int HEAD = 0;

  /** The bit that marks a record that was permanently removed from its index. */
  private static final long DEAD = 1;

  private RecordWords() {}

  /**
   * Implements {@link dev.yardmaster.engine.protocol.Protocol#initialize} with the stamp of the
   * index node.
   */
  public static void initialize(Table table, int record, long stamp) {
    Records records = table.records();
    Records.setWord(records.slab(record), records.at(record) + READ, stamp);
  }

  static long head(SharedWords words, long[] slab, int at) {
    return words.getVolatile(slab, at + HEAD);
  }

  static void setHead(SharedWords words, long[] slab, int at, long head) {
    words.set(slab, at + HEAD, head);
  }

  static boolean changeHead(SharedWords words, long[] slab, int at, long expected, long head) {
    return words.change(slab, at + HEAD, expected, head);
  }

  /** Returns the read stamp of the absence before the first version. */
  static long readStamp(SharedWords words, long[] slab, int at) {
    return words.getVolatile(slab, at + READ);
  }

  static long headOf(int version) {
    return (version + 1L) << 1;
  }

  static long dead(long head) {
    return head | DEAD;
  }

  static boolean isDead(long head) {
    return (head & DEAD) != 0;
  }

  /** Returns the newest version, or {@link Versions#NONE}. */
  static int newest(long head) {
    return (int) (head >>> 1) - 1;
  }
}
