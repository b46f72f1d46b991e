package dev.yardmaster.storage.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.LongConsumer;

/** Copies a file to a disk. The copy gets its name when all its bytes are on disk. */
final class FileCopy {

  /** The length of the pieces in which files are copied. */
  static final int PIECE_BYTES = 1 << 20;

  private FileCopy() {}

  /**
   * Copies the beginning of a file, under the same name. The new name is on disk only after {@link
   * Disk#forceNames}.
   *
   * @param bytes the length of the copy, unless the file is shorter
   * @param copied receives the length of each piece after it was written
   */
  static void run(Disk from, String name, long bytes, Disk to, LongConsumer copied)
      throws IOException {
    String unfinished = name + SegmentFormat.UNFINISHED;
    try (DiskFile file = from.open(name);
        DiskFile copy = to.create(unfinished)) {
      ByteBuffer piece = ByteBuffer.allocateDirect(PIECE_BYTES);
      for (long at = 0; at < bytes; at += piece.position()) {
        piece.clear().limit((int) Math.min(PIECE_BYTES, bytes - at));
        if (file.read(piece, at) == 0) {
          break;
        }
        copy.write(piece.flip(), at);
        copied.accept(piece.position());
      }
      copy.force();
    }
    to.rename(unfinished, name);
  }
}
