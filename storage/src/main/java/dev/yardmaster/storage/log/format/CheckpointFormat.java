package dev.yardmaster.storage.log.format;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Locale;

/**
 * The layout of a checkpoint. The file name of a checkpoint is {@code checkpoint-} followed by the
 * watermark. The file consists of a header, blocks of entries, and at the end a block without
 * entries.
 *
 * <pre>
 *   header
 *   0           8         12        16        24          32
 *   +-----------+---------+---------+---------+-----------+
 *   | "YARDCKP1"| CRC32C  | version | epoch   | watermark |
 *   +-----------+---------+---------+---------+-----------+
 *                         |&lt;-- what the CRC covers -------&gt;|
 *
 *   block
 *   0         4         8         12                    entry
 *   +---------+---------+---------+-------------+       +----------------+-----------------+
 *   | CRC32C  | length  | entries | entries ... |       | commit version | key and value   |
 *   +---------+---------+---------+-------------+       +----------------+-----------------+
 *             |&lt;-- what the CRC covers --------&gt;|       8                as in WriteFormat
 *                                 |&lt;-- length -&gt;|
 *
 *   the block at the end has no entries, and instead
 *   +----------------------+------------+---------------+
 *   | entries in the file  | horizon ms | complete from |
 *   +----------------------+------------+---------------+
 *   8                      8            8, absent in version 1
 * </pre>
 *
 * <p>The checksum of a block also covers the checkpoint's epoch and watermark. The entries have
 * versions at or below the watermark. Only a checkpoint of a table may also contain entries with
 * versions from there up to <em>complete from</em>. The file gets its final name only when its
 * content is completely on disk. Outcomes of ids that are older than the horizon may be missing.
 *
 * <p>Entries that were overwritten while the checkpoint was being written are missing too. Their
 * newer values are in the log, at versions up to <em>complete from</em>. So the checkpoint and the
 * log together contain the state at <em>complete from</em> and at every later version. They do not
 * contain the state at an earlier version, even if that version is above the watermark. In version
 * 1 of the format, the field <em>complete from</em> is missing. This release can still read version
 * 1.
 */
public final class CheckpointFormat {

  static final long MAGIC = 0x31504B4344524159L;
  static final int VERSION = 2;
  static final int MAGIC_OFFSET = 0;
  static final int CRC_OFFSET = 8;
  static final int VERSION_OFFSET = 12;
  static final int EPOCH_OFFSET = 16;
  static final int WATERMARK_OFFSET = 24;
  public static final int HEADER_BYTES = 32;

  static final int BLOCK_CRC_OFFSET = 0;
  public static final int BLOCK_LENGTH_OFFSET = 4;
  public static final int BLOCK_ENTRIES_OFFSET = 8;
  public static final int BLOCK_HEADER_BYTES = 12;
  static final int END_BYTES = 3 * Long.BYTES;
  private static final int VERSION_1_END_BYTES = 2 * Long.BYTES;

  private static final String PREFIX = "checkpoint-";
  private static final int DIGITS = 19;

  /**
   * A checkpoint's header.
   *
   * @param version the version of the format, from 1
   * @param epoch the number of the service's start that wrote the checkpoint
   * @param watermark the checkpoint, together with the log above this version, contains all commits
   */
  public record Header(int version, long epoch, long watermark) {

    public Header(long epoch, long watermark) {
      this(VERSION, epoch, watermark);
    }

    /** The length of the end block in bytes, without the block's header. */
    int endBytes() {
      return version == 1 ? VERSION_1_END_BYTES : END_BYTES;
    }

    Salt salt() {
      return new Salt(epoch, watermark, 0);
    }

    public String fileName() {
      return CheckpointFormat.fileName(watermark);
    }
  }

  private CheckpointFormat() {}

  public static String fileName(long watermark) {
    return String.format(Locale.ROOT, PREFIX + "%0" + DIGITS + "d", watermark);
  }

  /** Returns the watermark in a file's name, or -1 if the name is not the name of a checkpoint. */
  public static long watermark(String fileName) {
    if (!fileName.matches(PREFIX + "\\d{" + DIGITS + "}")) {
      return -1;
    }
    try {
      return Long.parseLong(fileName.substring(PREFIX.length()));
    } catch (NumberFormatException e) {
      return -1; // A number of 19 digits may exceed the range of a long.
    }
  }

  /** Returns whether a file's name is the name of a complete checkpoint. */
  public static boolean isFileName(String fileName) {
    return watermark(fileName) >= 0;
  }

  /** Returns whether a file's name is the name of an incomplete checkpoint. */
  public static boolean isUnfinished(String fileName) {
    return fileName.endsWith(SegmentFormat.UNFINISHED)
        && watermark(fileName.substring(0, fileName.length() - SegmentFormat.UNFINISHED.length()))
            >= 0;
  }

  static ByteBuffer encode(Header header) {
    ByteBuffer bytes = ByteBuffer.allocate(HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putLong(MAGIC_OFFSET, MAGIC);
    bytes.putInt(VERSION_OFFSET, header.version());
    bytes.putLong(EPOCH_OFFSET, header.epoch());
    bytes.putLong(WATERMARK_OFFSET, header.watermark());
    bytes.putInt(CRC_OFFSET, new Salt(0, 0, 0).crc(bytes, VERSION_OFFSET, HEADER_BYTES));
    return bytes;
  }

  /**
   * Decodes the header in the first bytes of a checkpoint; returns null if these bytes are not an
   * intact header.
   */
  static Header decode(ByteBuffer bytes, String name) {
    if (bytes.limit() < HEADER_BYTES
        || bytes.getLong(MAGIC_OFFSET) != MAGIC
        || bytes.getInt(CRC_OFFSET) != new Salt(0, 0, 0).crc(bytes, VERSION_OFFSET, HEADER_BYTES)) {
      return null;
    }
    int version = bytes.getInt(VERSION_OFFSET);
    FormatVersion.check(name, version, VERSION);
    return new Header(version, bytes.getLong(EPOCH_OFFSET), bytes.getLong(WATERMARK_OFFSET));
  }

  /** Fills in the header of a block that starts at 0 and ends at {@code end}. */
  static void sealBlock(ByteBuffer block, int end, int entries, Salt salt) {
    block.putInt(BLOCK_LENGTH_OFFSET, end - BLOCK_HEADER_BYTES);
    block.putInt(BLOCK_ENTRIES_OFFSET, entries);
    block.putInt(BLOCK_CRC_OFFSET, salt.crc(block, BLOCK_LENGTH_OFFSET, end));
  }
}
