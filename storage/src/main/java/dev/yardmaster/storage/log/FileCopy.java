package dev.yardmaster.storage.log;

import dev.yardmaster.storage.log.disk.Disk;
import dev.yardmaster.storage.log.disk.DiskFile;
import dev.yardmaster.storage.log.format.SegmentFormat;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Copies the first bytes of a file, piece by piece, to another disk or to another file on the same
 * disk. The copy gets its final name when all bytes are on disk. One thread uses an instance.
 */
public final class FileCopy implements Closeable {

  /** The length of a piece, in bytes. */
  public static final int PIECE_BYTES = 1 << 20;

  private final Disk to;
  private final String name;
  private final long bytes;
  private final DiskFile file;
  private final DiskFile copy;
  private final ByteBuffer piece;
  private long position;

  /**
   * Begins a copy.
   *
   * @param bytes the length of the copy, unless the file is shorter
   * @param piece a buffer in direct memory, through which the bytes are copied
   */
  public FileCopy(Disk from, String name, long bytes, Disk to, ByteBuffer piece)
      throws IOException {
    this.to = to;
    this.name = name;
    this.bytes = bytes;
    this.piece = piece;
    file = from.open(name);
    try {
      copy = to.create(name + SegmentFormat.UNFINISHED);
    } catch (IOException e) {
      Disk.closeAfter(e, file);
      throw e;
    }
  }

  public static ByteBuffer newPiece() {
    return ByteBuffer.allocateDirect(PIECE_BYTES);
  }

  /** Copies a whole file. The new name is on disk only after a call of {@link Disk#forceNames}. */
  public static void run(Disk from, String name, long bytes, Disk to) throws IOException {
    try (FileCopy copy = new FileCopy(from, name, bytes, to, newPiece())) {
      while (copy.copyPiece()) {
        // The loop copies all pieces.
      }
      copy.complete();
    }
  }

  /** Copies the next piece. Returns false if all pieces have already been copied. */
  public boolean copyPiece() throws IOException {
    piece.clear().limit((int) Math.min(piece.capacity(), bytes - position));
    if (file.read(piece, position) == 0) {
      return false;
    }
    copy.write(piece.flip(), position);
    position += piece.position();
    return true;
  }

  /** Forces the copy to disk, and renames the copy to its final name. */
  public void complete() throws IOException {
    copy.force();
    to.rename(name + SegmentFormat.UNFINISHED, name);
  }

  @Override
  public void close() throws IOException {
    try (file) {
      copy.close();
    }
  }
}
