package dev.yardmaster.storage.log;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * Checksums that are mixed with the place where they stand: what belongs to another segment, or to
 * another start of the service, does not pass for part of this one. One thread.
 */
final class Salt {

  private static final long ODD = 0x9E3779B97F4A7C15L;

  /** No place: only to be applied, since checksums are made by one thread. */
  static final Salt NONE = new Salt(0, 0);

  private final int place;
  private final CRC32C crc = new CRC32C();

  /** The salt of a file: two numbers that no other file has together. */
  Salt(long epoch, long sequence) {
    long mixed = (epoch * ODD + sequence) * ODD;
    place = (int) (mixed >>> Integer.SIZE);
  }

  /** A checksum without a place with this one, or the other way round. */
  int applied(int checksum) {
    return checksum ^ place;
  }

  /** The checksum of the bytes from {@code from} to {@code to}. */
  int crc(ByteBuffer bytes, int from, int to) {
    int limit = bytes.limit();
    int position = bytes.position();
    crc.reset();
    bytes.limit(to).position(from);
    crc.update(bytes);
    bytes.limit(limit).position(position);
    return applied((int) crc.getValue());
  }
}
