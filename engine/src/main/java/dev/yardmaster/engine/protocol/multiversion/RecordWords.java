package dev.yardmaster.engine.protocol.multiversion;

import dev.yardmaster.engine.protocol.SharedWords;

/**
 * The words of a record: a link to the record's newest version, and the read timestamp of the time
 * before its first version.
 *
 * <pre>
 *   word 0   63   33   32                       1   0
 *            |        | newest version + 1, or 0   | dead |
 *   word 1   | absence's read timestamp                   |
 * </pre>
 *
 * <p>Before its first version, a record is absent. The read timestamp of this absence is at least
 * the stamp of the index node, and at least the timestamp of the latest transaction that found the
 * record absent.
 */
final class RecordWords {

  static final int COUNT = 2;
  static final int ABSENCE_READ = 1;
  private static final int HEAD = 0;

  /** Stands for no version: the record has never been present. */
  static final int NONE = -1;

  /** The bit that marks a record that was permanently removed from its index. */
  private static final long DEAD = 1;

  private RecordWords() {}

  static long head(SharedWords words, long[] slab, int at) {
    return words.getVolatile(slab, at + HEAD);
  }

  static void setHead(SharedWords words, long[] slab, int at, long head) {
    words.set(slab, at + HEAD, head);
  }

  static boolean changeHead(SharedWords words, long[] slab, int at, long expected, long head) {
    return words.change(slab, at + HEAD, expected, head);
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
