package dev.yardmaster.storage.log.format;

import java.nio.ByteBuffer;

/**
 * The layout of a group: the records that the log writes with one write. A group starts at a
 * multiple of {@link #BLOCK_BYTES}, so that a write of the group changes no block of an earlier
 * group.
 *
 * <pre>
 *   0         4         8         12        16                24                32
 *   +---------+---------+---------+---------+-----------------+-----------------+-------------+
 *   | CRC32C  | "GRP1"  | length  | records | forced through  | time            | records ... |
 *   +---------+---------+---------+---------+-----------------+-----------------+-------------+
 *             |&lt;-- what the CRC covers -------------------------------------------&gt;|
 *                                                                               |&lt;-- length --&gt;|
 * </pre>
 *
 * <p><em>Forced through</em> is the position up to which the segment was on disk when this group
 * was written. If a damaged group is below the <em>forced through</em> position of a later group,
 * the group was on disk before the damage, so a crash cannot have torn the group.
 *
 * <p><em>Time</em> is the time at which the group was written, in ms since 1970. The machine's
 * clock may have been set back between two groups. In segments of format 1, this field contains a
 * commit version, so the time of their groups is unknown.
 */
public final class GroupFormat {

  /** Disks and page caches write in units of this number of bytes. */
  public static final int BLOCK_BYTES = 4096;

  static final int MAGIC = 0x31505247;
  static final int CRC_OFFSET = 0;
  static final int MAGIC_OFFSET = 4;
  public static final int LENGTH_OFFSET = 8;
  static final int RECORDS_OFFSET = 12;
  static final int FORCED_OFFSET = 16;
  static final int TIME_OFFSET = 24;
  public static final int HEADER_BYTES = 32;

  private GroupFormat() {}

  /**
   * Fills in the header of a group. The records of the group follow the header, up to {@code end}.
   */
  static void seal(
      ByteBuffer group, int end, int records, long forcedThrough, long timeMs, Salt salt) {
    group.putInt(MAGIC_OFFSET, MAGIC);
    group.putInt(LENGTH_OFFSET, end - HEADER_BYTES);
    group.putInt(RECORDS_OFFSET, records);
    group.putLong(FORCED_OFFSET, forcedThrough);
    group.putLong(TIME_OFFSET, timeMs);
    group.putInt(CRC_OFFSET, salt.crc(group, MAGIC_OFFSET, HEADER_BYTES));
  }

  /**
   * Returns whether the buffer has a group header at {@code at}. The buffer must have all bytes of
   * a header at this position.
   */
  static boolean isHeader(ByteBuffer bytes, int at, Salt salt) {
    return bytes.getInt(at + MAGIC_OFFSET) == MAGIC
        && bytes.getInt(at + LENGTH_OFFSET) >= 0
        && bytes.getInt(at + CRC_OFFSET) == salt.crc(bytes, at + MAGIC_OFFSET, at + HEADER_BYTES);
  }

  /** Rounds a position up to a multiple of {@link #BLOCK_BYTES}. */
  static long align(long position) {
    return (position + BLOCK_BYTES - 1) / BLOCK_BYTES * BLOCK_BYTES;
  }
}
