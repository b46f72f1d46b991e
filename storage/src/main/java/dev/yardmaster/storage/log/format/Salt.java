package dev.yardmaster.storage.log.format;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * Combines checksums with a number (the salt) that identifies the file to which the data belongs.
 * So a reader does not accept data of another segment, or of another start of the service. One
 * thread uses an instance.
 */
public final class Salt {

  private static final long ODD = 0x9E3779B97F4A7C15L;

  /**
   * The salt of data that belongs to no file yet. Any thread may call {@link #applied} on this
   * object; its other methods must not be called.
   */
  public static final Salt NONE = new Salt(0, 0, 0);

  private final int place;
  private final CRC32C crc = new CRC32C();

  /**
   * Creates the salt of a file from a nonce and two numbers. No other file has the same pair of
   * numbers.
   */
  Salt(long epoch, long sequence, long nonce) {
    long mixed = (epoch * ODD + sequence) * ODD;
    place = (int) (mixed >>> Integer.SIZE) ^ (int) (nonce >>> Integer.SIZE) ^ (int) nonce;
  }

  /**
   * Combines a checksum with this salt. Applying this method a second time, to the result, returns
   * the original checksum.
   */
  int applied(int checksum) {
    return checksum ^ place;
  }

  /** Returns the checksum of the bytes from {@code from} to {@code to}. */
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
