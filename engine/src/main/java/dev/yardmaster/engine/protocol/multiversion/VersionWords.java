package dev.yardmaster.engine.protocol.multiversion;

import dev.yardmaster.engine.protocol.SharedWords;
import dev.yardmaster.engine.table.Records;

/**
 * The words in front of a version's row.
 *
 * <pre>
 *   word 0   | write timestamp                            |
 *   word 1   | read timestamp >= write timestamp          |
 *   word 2   63   34   33                       2   1   0
 *            |        | older version + 1, or 0    | status |
 * </pre>
 *
 * <p>All fields except the read timestamp and the status are set before the version is visible, and
 * the status changes once. An older version may be freed while a newer version still links to it.
 * So a transaction may follow the link only if the transaction's timestamp is lower than the newer
 * version's timestamp.
 */
final class VersionWords {

  static final int COUNT = 3;
  static final int READ = 1;
  private static final int WRITE = 0;
  private static final int LINK = 2;

  static final int PENDING = 0;
  static final int PRESENT = 1;
  static final int DELETED = 2;
  static final int ABORTED = 3;

  private static final int STATUS_BITS = 2;
  private static final int STATUS_MASK = (1 << STATUS_BITS) - 1;

  private VersionWords() {}

  /** Sets the words of a version that no other thread can see yet. */
  static void fill(long[] slab, int at, long writeTimestamp, int older, int status) {
    Records.setWord(slab, at + WRITE, writeTimestamp);
    Records.setWord(slab, at + READ, writeTimestamp);
    Records.setWord(slab, at + LINK, link(older, status));
  }

  /** Sets the status of a version together with its link. */
  static void setStatus(SharedWords words, long[] slab, int at, int older, int status) {
    words.set(slab, at + LINK, link(older, status));
  }

  static long writeTimestamp(SharedWords words, long[] slab, int at) {
    return words.get(slab, at + WRITE);
  }

  static long readTimestamp(SharedWords words, long[] slab, int at) {
    return words.getVolatile(slab, at + READ);
  }

  static int status(SharedWords words, long[] slab, int at) {
    return (int) words.get(slab, at + LINK) & STATUS_MASK;
  }

  /** Returns the older version, or {@link RecordWords#NONE}. */
  static int older(SharedWords words, long[] slab, int at) {
    return (int) (words.get(slab, at + LINK) >>> STATUS_BITS) - 1;
  }

  private static long link(int older, int status) {
    return ((older + 1L) << STATUS_BITS) | status;
  }
}
