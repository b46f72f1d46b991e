package dev.yardmaster.engine.protocol.versions;

import dev.yardmaster.engine.protocol.SharedWords;
import dev.yardmaster.engine.table.Records;

/**
 * The layout of the words in front of an old version's row. The words are set before another thread
 * can see the version. Later, only the flag "unlinked" changes.
 *
 * <pre>
 *   word 0   stamp of the writer
 *   word 1   63   35   34                      3   2          1         0
 *            |        | older version + 1, or 0 | unlinked | initial | deleted |
 *   word 2   successor stamp of the writer
 * </pre>
 *
 * <p>An initial version is the absence of a record before its first version. It exists only in the
 * record itself. An older version may be freed while a newer version still links to it. So a
 * transaction may follow the link only if the newer version is too new for the transaction. An
 * unlinked version was removed from the middle of its chain, because no transaction needs it.
 */
public final class VersionWords {

  /** The number of words if there is no successor stamp. */
  public static final int WITHOUT_SUCCESSOR = 2;

  /** The number of words if there is a successor stamp. */
  public static final int WITH_SUCCESSOR = 3;

  static final long INITIAL_ABSENCE = 3;

  private static final int STAMP = 0;
  private static final int LINK = 1;
  private static final int SUCCESSOR = 2;
  private static final long DELETED = 1;
  private static final long INITIAL = 2;
  private static final long UNLINKED = 4;
  private static final int FLAG_BITS = 3;

  private VersionWords() {}

  /** Sets the words of a version that no other thread can see yet. */
  static void fill(long[] slab, int at, long stamp, long link) {
    Records.setWord(slab, at + STAMP, stamp);
    Records.setWord(slab, at + LINK, link);
  }

  static void fillSuccessor(long[] slab, int at, long successor) {
    Records.setWord(slab, at + SUCCESSOR, successor);
  }

  static long stamp(SharedWords words, long[] slab, int at) {
    return words.get(slab, at + STAMP);
  }

  static long link(SharedWords words, long[] slab, int at) {
    return words.get(slab, at + LINK);
  }

  static long successor(SharedWords words, long[] slab, int at) {
    return words.get(slab, at + SUCCESSOR);
  }

  static long linkTo(int older, boolean deleted) {
    return ((older + 1L) << FLAG_BITS) | (deleted ? DELETED : 0);
  }

  /** Returns a link word with another older version and the same flags. */
  static long withOlder(long link, int older) {
    return linkTo(older, isDeleted(link));
  }

  static boolean isDeleted(long link) {
    return (link & DELETED) != 0;
  }

  static boolean isInitial(long link) {
    return (link & INITIAL) != 0;
  }

  /** Marks a version as unlinked. Only the holder of the record's lock may call this method. */
  static void setUnlinked(SharedWords words, long[] slab, int at) {
    words.set(slab, at + LINK, link(words, slab, at) | UNLINKED);
  }

  static boolean isUnlinked(long link) {
    return (link & UNLINKED) != 0;
  }

  /** Returns the older version, or {@link Versions#NONE}. */
  static int older(long link) {
    return (int) (link >>> FLAG_BITS) - 1;
  }
}
