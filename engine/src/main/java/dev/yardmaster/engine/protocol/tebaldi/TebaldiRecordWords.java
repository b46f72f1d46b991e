package dev.yardmaster.engine.protocol.tebaldi;

import dev.yardmaster.engine.protocol.SharedWords;
import dev.yardmaster.engine.protocol.state.WorkerBits;

/**
 * The layout of the words in front of a record's row.
 *
 * <pre>
 *   word 0    63    34   33                             2    1      0
 *             |          | newest committed version + 1, or 0 | dead | locked |
 *   word 1    the stamp as of which the record is absent before its first version
 *   word 2    newest uncommitted version + 1, or 0
 *   word 3    the worker that accesses the record in the current step of its pipeline, + 1, or 0
 *   then      a bit for each worker that has locked the record for reading
 *   then      a bit for each worker that has locked the record for writing
 * </pre>
 *
 * <p>Before a transaction draws its commit timestamp, it sets the locked bit of the records that it
 * writes; the installation of a write clears the bit.
 */
final class TebaldiRecordWords {

  static final int ABSENT = 1;
  static final int UNCOMMITTED = 2;
  static final int STEP = 3;
  static final int LOCKS = 4;

  /** The value of a version number if there is no version. */
  static final int NONE = -1;

  private static final long LOCKED = 1;
  private static final long DEAD = 2;
  private static final int STATUS_BITS = 2;

  private TebaldiRecordWords() {}

  static int count(int workers) {
    return LOCKS + 2 * WorkerBits.words(workers);
  }

  static long head(SharedWords words, long[] slab, int at) {
    return words.getVolatile(slab, at);
  }

  static void setHead(SharedWords words, long[] slab, int at, long head) {
    words.setVolatile(slab, at, head);
  }

  static long headOf(int version) {
    return (version + 1L) << STATUS_BITS;
  }

  static int newest(long head) {
    return (int) (head >>> STATUS_BITS) - 1;
  }

  static long locked(long head) {
    return head | LOCKED;
  }

  static boolean isLocked(long head) {
    return (head & LOCKED) != 0;
  }

  static long dead(long head) {
    return head | DEAD;
  }

  static boolean isDead(long head) {
    return (head & DEAD) != 0;
  }

  /** Returns the newest uncommitted version, or {@link #NONE}. */
  static int uncommitted(SharedWords words, long[] slab, int at) {
    return (int) words.getVolatile(slab, at + UNCOMMITTED) - 1;
  }

  static void setUncommitted(SharedWords words, long[] slab, int at, int version) {
    words.setVolatile(slab, at + UNCOMMITTED, version + 1L);
  }

  /** Clears the newest uncommitted version if it is {@code version}. */
  static void clearUncommitted(SharedWords words, long[] slab, int at, int version) {
    var unused = words.change(slab, at + UNCOMMITTED, version + 1L, 0);
  }
}
