package dev.yardmaster.engine.protocol.multiversion;

import dev.yardmaster.engine.table.Records;

/**
 * The words of a record: a link to its newest version, and the read timestamp of its initial
 * absence.
 *
 * <pre>
 *   word 0   63   33   32                       1   0
 *            |        | newest version + 1, or 0   | dead |
 *   word 1   | absence's read timestamp                   |
 * </pre>
 *
 * <p>Before its first version a record is absent: at least as of its node's stamp, and as of the
 * latest transaction that has found it absent.
 */
final class RecordWords {

  static final int COUNT = 2;
  static final int ABSENCE_READ = 1;
  private static final int HEAD = 0;

  /** No version: the record is absent from the beginning. */
  static final int NONE = -1;

  /** The record has left its index permanently. */
  private static final long DEAD = 1;

  private RecordWords() {}

  static long head(long[] slab, int at) {
    return Records.sharedWord(slab, at + HEAD);
  }

  static void setHead(long[] slab, int at, long head) {
    Records.setWord(slab, at + HEAD, head);
  }

  static boolean changeHead(long[] slab, int at, long expected, long head) {
    return Records.changeWord(slab, at + HEAD, expected, head);
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

  /** Returns the newest version, or {@link #NONE}. */
  static int newest(long head) {
    return (int) (head >>> 1) - 1;
  }
}
