package dev.yardmaster.storage.log.disk;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * An open file of a {@link Disk}. One thread at a time uses a file. Until {@link #force} has
 * returned, a crash of the machine may lose any part of the written data.
 */
public interface DiskFile extends Closeable {

  /** Writes the buffer's remaining bytes to the file, starting at {@code position}. */
  void write(ByteBuffer source, long position) throws IOException;

  /**
   * Reads bytes, starting at {@code position}, until the buffer is full or the file ends.
   *
   * @return the number of bytes that were read; 0 at the end of the file
   */
  int read(ByteBuffer target, long position) throws IOException;

  /** Returns the length of the file in bytes. */
  long size() throws IOException;

  /** Truncates the file to {@code size} bytes. */
  void truncate(long size) throws IOException;

  /**
   * Forces the contents and the length of the file to disk, so that they survive a crash of the
   * machine.
   */
  void force() throws IOException;

  @Override
  void close() throws IOException;
}
