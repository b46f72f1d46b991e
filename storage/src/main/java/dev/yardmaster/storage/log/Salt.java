package dev.yardmaster.storage.log;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * Checksums that begin with the place where they stand: what belongs to another segment, or to
 * another start of the service, does not pass for part of this one. One thread.
 */
final class Salt {

  private final byte[] place;
  private final CRC32C crc = new CRC32C();

  /** The salt of a file: two numbers that no other file has together. */
  Salt(long epoch, long sequence) {
    place =
        ByteBuffer.allocate(2 * Long.BYTES)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putLong(epoch)
            .putLong(sequence)
            .array();
  }

  /** The checksum of the bytes from {@code from} to {@code to}. */
  int crc(ByteBuffer bytes, int from, int to) {
    int limit = bytes.limit();
    int position = bytes.position();
    crc.reset();
    crc.update(place);
    bytes.limit(to).position(from);
    crc.update(bytes);
    bytes.limit(limit).position(position);
    return (int) crc.getValue();
  }
}
