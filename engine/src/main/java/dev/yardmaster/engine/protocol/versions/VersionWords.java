package dev.yardmaster.engine.protocol.versions;

import dev.yardmaster.engine.protocol.SharedWords;
import dev.yardmaster.engine.table.Records;

/**
 * The words in front of a version's row. A protocol uses as many of them as it needs.
 *
 * <pre>
 *   word 0   stamp of the writer; below 0 while the writer has not ended
 *   word 1   63   33   32                        1      0
 *            |        | older version + 1, or 0   | deleted |
 *   word 2   read stamp: the highest stamp of a transaction that has read the version
 *   word 3   newer version + 1, or 0
 *   word 4   successor stamp of the writer
 * </pre>
 *
 * <p>All words that the writer sets are set before the stamp is 0 or above. An older version may be
 * freed while a newer version still links to it. So a transaction may follow the link only if it
 * cannot read the newer version.
 */
public final class VersionWords {

  /** The number of words if readers leave nothing behind. */
  public static final int WITHOUT_READ = 2;

  /** The number of words with the read stamp. */
  public static final int WITH_READ = 3;

  /** The number of words with the newer version and the writer's successor stamp. */
  public static final int WITH_NEWER = 5;

  /** The stamp of a version whose writer has aborted, and which the record links to no more. */
  static final long ABORTED = Long.MIN_VALUE;

  static final int READ = 2;
  private static final int STAMP = 0;
  private static final int LINK = 1;
  static final int NEWER = 3;
  private static final int SUCCESSOR = 4;
  private static final long DELETED = 1;

  private VersionWords() {}

  /** Sets the words of a version that no other thread can see yet. */
  static void fill(long[] slab, int at, long stamp, int older, int count) {
    Records.setWord(slab, at + STAMP, stamp);
    Records.setWord(slab, at + LINK, link(older, false));
    for (int i = READ; i < count; i++) {
      Records.setWord(slab, at + i, 0);
    }
  }

  private static long link(int older, boolean deleted) {
    return (older + 1L) << 1 | (deleted ? DELETED : 0);
  }

  static void setLink(SharedWords words, long[] slab, int at, int older, boolean deleted) {
    words.set(slab, at + LINK, link(older, deleted));
  }

  /** Returns the stamp. */
  public static long stamp(SharedWords words, long[] slab, int at) {
    return words.getVolatile(slab, at + STAMP);
  }

  static void setStamp(SharedWords words, long[] slab, int at, long stamp) {
    words.set(slab, at + STAMP, stamp);
  }

  /** Returns whether the version stands for a deletion. */
  static boolean isDeleted(SharedWords words, long[] slab, int at) {
    return (words.get(slab, at + LINK) & DELETED) != 0;
  }

  /** Returns the older version, or {@link Versions#NONE}. */
  static int older(SharedWords words, long[] slab, int at) {
    return (int) (words.get(slab, at + LINK) >>> 1) - 1;
  }

  static long readStamp(SharedWords words, long[] slab, int at) {
    return words.getVolatile(slab, at + READ);
  }

  /** Returns the successor stamp of the writer. */
  public static long successor(SharedWords words, long[] slab, int at) {
    return words.get(slab, at + SUCCESSOR);
  }

  /** Sets the successor stamp of the writer, before the stamp. */
  public static void setSuccessor(SharedWords words, long[] slab, int at, long stamp) {
    words.set(slab, at + SUCCESSOR, stamp);
  }
}
