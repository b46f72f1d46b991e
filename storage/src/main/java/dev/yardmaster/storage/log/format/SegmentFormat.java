package dev.yardmaster.storage.log.format;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Locale;

/**
 * The layout of a segment of the log. The file name of a segment is {@code log-} followed by the
 * sequence number. The file consists of a block with this header, followed by groups (see {@link
 * GroupFormat}).
 *
 * <pre>
 *   0           8         12        16        24         32               40             48      56
 *   +-----------+---------+---------+---------+----------+----------------+--------------+-------+
 *   | "YARDLOG1"| CRC32C  | version | epoch   | sequence | versions after | previous end | nonce |
 *   +-----------+---------+---------+---------+----------+----------------+--------------+-------+
 *                         |&lt;-- covered by the CRC -----------------------------------------------&gt;|
 * </pre>
 *
 * <p>The epoch counts the starts of the service. <em>Versions after</em> is below every commit
 * version of the segment, and at or above every commit version of earlier segments. <em>Previous
 * end</em> is the position at which the groups of the previous segment end, or 0 for the first
 * segment. All groups of the previous segment were on disk when this segment was started. The
 * header is forced to disk before the file gets its name.
 *
 * <p>The nonce is random, and the checksum of each group and record depends on it. Without the
 * nonce, a client could store a value that contains a valid group header. If a crash tore the group
 * that contains this value, the group would look damaged rather than torn. Version 1 of the format
 * has no nonce and no times (see {@link GroupFormat}). This release can still read version 1.
 */
public final class SegmentFormat {

  static final long MAGIC = 0x31474F4C44524159L;
  static final int VERSION = 2;
  static final int MAGIC_OFFSET = 0;
  static final int CRC_OFFSET = 8;
  static final int VERSION_OFFSET = 12;
  static final int EPOCH_OFFSET = 16;
  static final int SEQUENCE_OFFSET = 24;
  static final int VERSIONS_AFTER_OFFSET = 32;
  static final int PREVIOUS_END_OFFSET = 40;
  public static final int NONCE_OFFSET = 48;
  static final int HEADER_BYTES = 56;
  private static final int VERSION_1_HEADER_BYTES = 48;

  /** The position of the first group. */
  public static final int GROUPS_OFFSET = GroupFormat.BLOCK_BYTES;

  private static final String PREFIX = "log-";
  private static final int DIGITS = 10;

  /** The suffix in the name of an incomplete file. */
  public static final String UNFINISHED = ".tmp";

  /**
   * A segment's header.
   *
   * @param version the version of the format, from 1
   * @param epoch the number of the service's start, from 1
   * @param sequence the number of the segment, from 1
   * @param versionsAfter a version that is below all commit versions in the segment
   * @param previousEnd the position at which the groups of the previous segment end; 0 if there is
   *     no previous segment
   * @param nonce random bits; 0 in version 1
   */
  public record Header(
      int version, long epoch, long sequence, long versionsAfter, long previousEnd, long nonce) {

    /** Creates a header of the newest version. */
    public Header(long epoch, long sequence, long versionsAfter, long previousEnd, long nonce) {
      this(VERSION, epoch, sequence, versionsAfter, previousEnd, nonce);
    }

    /** Returns whether the groups have times. */
    public boolean hasTimes() {
      return version > 1;
    }

    Salt salt() {
      return new Salt(epoch, sequence, nonce);
    }

    public String fileName() {
      return SegmentFormat.fileName(sequence);
    }
  }

  private SegmentFormat() {}

  public static String fileName(long sequence) {
    return String.format(Locale.ROOT, PREFIX + "%0" + DIGITS + "d", sequence);
  }

  /**
   * Returns the sequence number in a file's name, or -1 if the name is not the name of a segment.
   */
  public static long sequence(String fileName) {
    if (!fileName.matches(PREFIX + "\\d{" + DIGITS + ",18}")) {
      return -1;
    }
    long sequence = Long.parseLong(fileName.substring(PREFIX.length()));
    // A name with superfluous leading zeros is not a name of this format.
    return fileName(sequence).equals(fileName) ? sequence : -1;
  }

  public static ByteBuffer encode(Header header) {
    ByteBuffer block = ByteBuffer.allocateDirect(GROUPS_OFFSET).order(ByteOrder.LITTLE_ENDIAN);
    block.putLong(MAGIC_OFFSET, MAGIC);
    block.putInt(VERSION_OFFSET, header.version());
    block.putLong(EPOCH_OFFSET, header.epoch());
    block.putLong(SEQUENCE_OFFSET, header.sequence());
    block.putLong(VERSIONS_AFTER_OFFSET, header.versionsAfter());
    block.putLong(PREVIOUS_END_OFFSET, header.previousEnd());
    block.putLong(NONCE_OFFSET, header.nonce());
    block.putInt(CRC_OFFSET, new Salt(0, 0, 0).crc(block, VERSION_OFFSET, HEADER_BYTES));
    return block;
  }

  /**
   * Decodes the header in the first bytes of a segment; returns null if these bytes are not an
   * intact header.
   */
  static Header decode(ByteBuffer block, String name) {
    if (block.limit() < HEADER_BYTES || block.getLong(MAGIC_OFFSET) != MAGIC) {
      return null;
    }
    int version = block.getInt(VERSION_OFFSET);
    int end = version == 1 ? VERSION_1_HEADER_BYTES : HEADER_BYTES;
    if (block.getInt(CRC_OFFSET) != new Salt(0, 0, 0).crc(block, VERSION_OFFSET, end)) {
      return null;
    }
    FormatVersion.check(name, version, VERSION);
    return new Header(
        version,
        block.getLong(EPOCH_OFFSET),
        block.getLong(SEQUENCE_OFFSET),
        block.getLong(VERSIONS_AFTER_OFFSET),
        block.getLong(PREVIOUS_END_OFFSET),
        version == 1 ? 0 : block.getLong(NONCE_OFFSET));
  }
}
