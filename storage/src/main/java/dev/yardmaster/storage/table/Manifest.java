package dev.yardmaster.storage.table;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/**
 * The manifest of a RocksDB database: the file that lists the files with entries. This class checks
 * the manifest before RocksDB reads it, because RocksDB 11.8 may loop forever on a damaged manifest
 * (<a href="https://github.com/facebook/rocksdb/issues/13333">issue 13333</a>).
 *
 * <p>The file consists of blocks of 32 KiB, and each block consists of records. Integers are
 * little-endian. The last record may be torn; RocksDB accepts this.
 *
 * <pre>
 *   +----------+--------+------+---------+
 *   | checksum | length | type | content |   repeated; fewer than 7 bytes at the end of a block
 *   +----------+--------+------+---------+   are left out
 *   4          2        1      length
 *
 *   checksum: CRC-32C of type and content, rotated right by 15 bits, plus a constant
 *   type: 1 a whole record, 2 to 4 a part of one
 * </pre>
 */
final class Manifest {

  /** The name of the file that contains the name of the manifest. */
  static final String CURRENT = "CURRENT";

  private static final int BLOCK_BYTES = 32 << 10;
  private static final int TYPE_AT = 6;
  private static final int HEADER_BYTES = 7;
  private static final int LENGTH_AT = 4;
  private static final int FIRST_TYPE = 1;
  private static final int LAST_TYPE = 4;
  private static final int MASK_ROTATION = 15;
  private static final int MASK_CONSTANT = 0xA282EAD8;

  private Manifest() {}

  /**
   * Checks the manifest of the database in a folder, if there is one.
   *
   * @throws IOException if the manifest is damaged
   */
  static void check(Path folder) throws IOException {
    Path current = folder.resolve(CURRENT);
    if (!Files.exists(current)) {
      return;
    }
    String name = new String(Files.readAllBytes(current), StandardCharsets.ISO_8859_1).strip();
    Path file = folder.resolve(name);
    if (!name.startsWith("MANIFEST-") || !Files.exists(file)) {
      throw new IOException(
          "the table in " + folder + " is damaged: the file " + CURRENT + " names no manifest");
    }
    int damaged = firstDamage(Files.readAllBytes(file));
    if (damaged >= 0) {
      throw new IOException(
          "the table in " + folder + " is damaged: " + name + " has no record at " + damaged);
    }
  }

  /** Returns the position of the first damaged record; -1 if no record is damaged. */
  static int firstDamage(byte[] manifest) {
    ByteBuffer source = ByteBuffer.wrap(manifest).order(ByteOrder.LITTLE_ENDIAN);
    int at = 0;
    while (at + HEADER_BYTES <= manifest.length) {
      int left = BLOCK_BYTES - at % BLOCK_BYTES;
      if (left < HEADER_BYTES) {
        at += left;
        continue;
      }
      int length = Short.toUnsignedInt(source.getShort(at + LENGTH_AT));
      int end = at + HEADER_BYTES + length;
      int type = manifest[at + TYPE_AT];
      if (type < FIRST_TYPE || type > LAST_TYPE || HEADER_BYTES + length > left) {
        return at;
      }
      if (end <= manifest.length && source.getInt(at) != checksum(manifest, at + TYPE_AT, end)) {
        return at;
      }
      at = end;
    }
    return -1;
  }

  private static int checksum(byte[] bytes, int from, int to) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, from, to - from);
    return Integer.rotateRight((int) crc.getValue(), MASK_ROTATION) + MASK_CONSTANT;
  }
}
