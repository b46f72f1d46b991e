package dev.yardmaster.storage.log;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * An open file of a {@link Disk}. One thread at a time. Until {@link #force} has returned, a crash
 * of the machine may lose any part of what was written, in any order.
 */
public interface DiskFile extends Closeable {

  /** Writes the buffer's remaining bytes, from {@code position} on. */
  void write(ByteBuffer source, long position) throws IOException;

  /**
   * Reads from {@code position} on until the buffer is full or the file ends.
   *
   * @return how many bytes were read; 0 at the end
   */
  int read(ByteBuffer target, long position) throws IOException;

  /** The length in bytes. */
  long size() throws IOException;

  /** Cuts off all bytes from {@code size} on. */
  void truncate(long size) throws IOException;

  /** Makes contents and length survive a crash of the machine. */
  void force() throws IOException;

  @Override
  void close() throws IOException;
}
