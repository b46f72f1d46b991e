package dev.yardmaster.engine.protocol.tebaldi;

import dev.yardmaster.engine.protocol.SharedWords;
import dev.yardmaster.engine.table.Records;

/**
 * The layout of the words in front of a version's row.
 *
 * <pre>
 *   word 0   commit timestamp, or 0 for an uncommitted version
 *   word 1   63   33   32                        1      0
 *            |        | older version + 1, or 0   | deleted |
 * </pre>
 *
 * <p>All words except the timestamp are set before another worker can see the version, and do not
 * change afterwards. An older version may be freed while a newer version still links to it. So a
 * transaction follows the link only if its snapshot is earlier than the newer version.
 */
final class TebaldiVersionWords {

  static final int COUNT = 2;
  private static final int LINK = 1;
  private static final long DELETED = 1;

  private TebaldiVersionWords() {}

  static void fill(long[] slab, int at, long timestamp, int older, boolean deleted) {
    Records.setWord(slab, at, timestamp);
    Records.setWord(slab, at + LINK, (older + 1L) << 1 | (deleted ? DELETED : 0));
  }

  static void commit(SharedWords words, long[] slab, int at, long timestamp) {
    words.setVolatile(slab, at, timestamp);
  }

  static long timestamp(SharedWords words, long[] slab, int at) {
    return words.getVolatile(slab, at);
  }

  static boolean isDeleted(SharedWords words, long[] slab, int at) {
    return (words.get(slab, at + LINK) & DELETED) != 0;
  }

  static int older(SharedWords words, long[] slab, int at) {
    return (int) (words.get(slab, at + LINK) >>> 1) - 1;
  }
}
