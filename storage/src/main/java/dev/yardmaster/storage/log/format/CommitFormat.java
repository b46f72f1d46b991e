package dev.yardmaster.storage.log.format;

import java.nio.ByteBuffer;

/**
 * The layout of one transaction's record in the log.
 *
 * <pre>
 *   0         4         8                 16                24        28
 *   +---------+---------+-----------------+-----------------+---------+------------+
 *   | CRC32C  | length  | commit version  | transaction id  | writes  | writes ... |
 *   +---------+---------+-----------------+-----------------+---------+------------+
 *             |&lt;-- what the CRC covers --------------------------------------------&gt;|
 *   |&lt;-- length bytes -------------------------------------------------------------&gt;|
 * </pre>
 *
 * <p>The checksum is combined with the {@link Salt} of the segment. {@link WriteFormat} describes
 * the layout of each write.
 */
final class CommitFormat {

  static final int CRC_OFFSET = 0;
  static final int LENGTH_OFFSET = 4;
  static final int VERSION_OFFSET = 8;
  static final int TRANSACTION_OFFSET = 16;
  static final int WRITES_OFFSET = 24;
  static final int HEADER_BYTES = 28;

  private CommitFormat() {}

  /**
   * Fills in the header of the record between {@code at} and {@code end}. The record does not
   * belong to a segment yet.
   */
  static void seal(
      ByteBuffer bytes,
      int at,
      int end,
      long version,
      long transactionId,
      int writes,
      Salt unsalted) {
    bytes.putInt(at + LENGTH_OFFSET, end - at);
    bytes.putLong(at + VERSION_OFFSET, version);
    bytes.putLong(at + TRANSACTION_OFFSET, transactionId);
    bytes.putInt(at + WRITES_OFFSET, writes);
    bytes.putInt(at + CRC_OFFSET, unsalted.crc(bytes, at + LENGTH_OFFSET, end));
  }

  /**
   * Changes the salt that is combined with a record's checksum: from one segment's salt to another
   * segment's salt, or from no salt to a segment's salt.
   */
  static void move(ByteBuffer group, int at, Salt from, Salt to) {
    group.putInt(at + CRC_OFFSET, to.applied(from.applied(group.getInt(at + CRC_OFFSET))));
  }

  /**
   * Returns the end of the record at {@code at}, or -1 if there is no intact record that ends
   * before {@code limit}.
   */
  static int end(ByteBuffer group, int at, int limit, Salt salt) {
    if (limit - at < HEADER_BYTES) {
      return -1;
    }
    int length = group.getInt(at + LENGTH_OFFSET);
    if (length < HEADER_BYTES || length > limit - at) {
      return -1;
    }
    int crc = salt.crc(group, at + LENGTH_OFFSET, at + length);
    return crc == group.getInt(at + CRC_OFFSET) ? at + length : -1;
  }
}
