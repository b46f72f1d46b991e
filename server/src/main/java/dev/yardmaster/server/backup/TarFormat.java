package dev.yardmaster.server.backup;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/**
 * The layout of a tar archive (POSIX.1-1988, ustar) with regular files. The size of a file of 8 GiB
 * or more is a binary number, as in GNU tar.
 *
 * <pre>
 *   0      100    108   116   124    136     148        156    157    257      263   265    512
 *   +------+------+-----+-----+------+-------+----------+------+------+--------+-----+------+
 *   | name | mode | uid | gid | size | mtime | checksum | type | link | "ustar"| "00"| ...  |
 *   +------+------+-----+-----+------+-------+----------+------+------+--------+-----+------+
 * </pre>
 *
 * <p>A file's bytes follow its header, padded to a multiple of 512 bytes. Two blocks of zeros end
 * the archive.
 */
final class TarFormat {

  static final int BLOCK_BYTES = 512;
  static final int END_BYTES = 2 * BLOCK_BYTES;

  private static final int NAME_BYTES = 100;
  private static final int MODE_OFFSET = 100;
  private static final int UID_OFFSET = 108;
  private static final int GID_OFFSET = 116;
  private static final int SIZE_OFFSET = 124;
  private static final int SIZE_BYTES = 12;
  private static final int MTIME_OFFSET = 136;
  private static final int CHECKSUM_OFFSET = 148;
  private static final int CHECKSUM_BYTES = 8;
  private static final int TYPE_OFFSET = 156;
  private static final int MAGIC_OFFSET = 257;
  private static final long FIRST_BINARY_SIZE = 1L << 33;
  private static final byte BINARY = (byte) 0x80;

  private TarFormat() {}

  /** Returns the number of bytes that follow a file to fill its last block. */
  static int padding(long bytes) {
    return (int) Math.floorMod(-bytes, (long) BLOCK_BYTES);
  }

  /** Returns the header of a file. The name is ASCII and has at most 99 characters. */
  static byte[] header(String name, long bytes) {
    byte[] header = new byte[BLOCK_BYTES];
    put(header, 0, name);
    put(header, MODE_OFFSET, "0000644");
    put(header, UID_OFFSET, "0000000");
    put(header, GID_OFFSET, "0000000");
    put(header, MTIME_OFFSET, "00000000000");
    if (bytes < FIRST_BINARY_SIZE) {
      put(header, SIZE_OFFSET, String.format(Locale.ROOT, "%011o", bytes));
    } else {
      header[SIZE_OFFSET] = BINARY;
      ByteBuffer.wrap(header).putLong(SIZE_OFFSET + SIZE_BYTES - Long.BYTES, bytes);
    }
    header[TYPE_OFFSET] = '0';
    put(header, MAGIC_OFFSET, "ustar\00000");
    put(header, CHECKSUM_OFFSET, String.format(Locale.ROOT, "%06o\0 ", checksum(header)));
    return header;
  }

  private static void put(byte[] header, int at, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(bytes, 0, header, at, bytes.length);
  }

  private static int checksum(byte[] header) {
    int sum = 0;
    for (int i = 0; i < BLOCK_BYTES; i++) {
      boolean own = i >= CHECKSUM_OFFSET && i < CHECKSUM_OFFSET + CHECKSUM_BYTES;
      sum += own ? ' ' : header[i] & 0xFF;
    }
    return sum;
  }

  /** Returns whether a block ends the archive. */
  static boolean isEnd(byte[] block) {
    return Arrays.equals(block, new byte[BLOCK_BYTES]);
  }

  /** Checks that a block is the header of a file. */
  static void check(byte[] block) throws IOException {
    if (octal(block, CHECKSUM_OFFSET, CHECKSUM_BYTES) != checksum(block)
        || block[TYPE_OFFSET] != '0') {
      throw new IOException("the stream is not a backup: it has a block that is no file's header");
    }
  }

  static String name(byte[] header) {
    int end = 0;
    while (end < NAME_BYTES && header[end] != 0) {
      end++;
    }
    return new String(header, 0, end, StandardCharsets.US_ASCII);
  }

  static long bytes(byte[] header) throws IOException {
    return header[SIZE_OFFSET] == BINARY
        ? ByteBuffer.wrap(header).getLong(SIZE_OFFSET + SIZE_BYTES - Long.BYTES)
        : octal(header, SIZE_OFFSET, SIZE_BYTES);
  }

  private static long octal(byte[] header, int at, int length) throws IOException {
    String text = new String(header, at, length, StandardCharsets.US_ASCII);
    try {
      return Long.parseLong(text.replace('\0', ' ').strip(), 8);
    } catch (NumberFormatException e) {
      throw new IOException("the stream is not a backup: a header has no number", e);
    }
  }
}
