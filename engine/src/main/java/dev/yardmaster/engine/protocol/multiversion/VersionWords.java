package dev.yardmaster.engine.protocol.multiversion;

import dev.yardmaster.engine.table.Records;

/**
 * The words in front of a version's row.
 *
 * <pre>
 *   word 0   | write timestamp                            |
 *   word 1   | read timestamp, at least the former        |
 *   word 2   63   34   33                       2   1   0
 *            |        | older version + 1, or 0    | status |
 * </pre>
 *
 * <p>All but the read timestamp and the status are set before the version can be seen, and the
 * status changes once. An older version may be freed while one that leads to it is still there: it
 * must be looked for only by transactions that can need it.
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

  /** Fills the words of a version that nobody else can see. */
  static void fill(long[] slab, int at, long writeTimestamp, int older, int status) {
    Records.setWord(slab, at + WRITE, writeTimestamp);
    Records.setWord(slab, at + READ, writeTimestamp);
    setStatus(slab, at, older, status);
  }

  /** Decides a pending version's fate. */
  static void setStatus(long[] slab, int at, int older, int status) {
    Records.setWord(slab, at + LINK, ((older + 1L) << STATUS_BITS) | status);
  }

  static long writeTimestamp(long[] slab, int at) {
    return Records.word(slab, at + WRITE);
  }

  static long readTimestamp(long[] slab, int at) {
    return Records.sharedWord(slab, at + READ);
  }

  static int status(long[] slab, int at) {
    return (int) Records.word(slab, at + LINK) & STATUS_MASK;
  }

  /** The version beneath; {@link RecordWords#NONE} if there is none. */
  static int older(long[] slab, int at) {
    return (int) (Records.word(slab, at + LINK) >>> STATUS_BITS) - 1;
  }
}
