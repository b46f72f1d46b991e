package dev.yardmaster.server.backup;

import dev.yardmaster.storage.log.backup.Backup;
import dev.yardmaster.storage.log.backup.BackupDirectory;
import dev.yardmaster.storage.log.backup.Inspection;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.function.LongConsumer;

/** Receives the stream of a {@link BackupServer}. */
public final class BackupStream {

  private static final int PIECE_BYTES = 1 << 18;

  private BackupStream() {}

  /**
   * Writes a stream to a new directory. The directory gets its final name only when all files are
   * on disk and were verified. The calling thread waits for the stream and for the disk.
   *
   * @param to the directory, which must not exist or must be empty
   * @param received is called from time to time with the number of bytes received so far
   * @return the contents of the directory
   * @throws IOException if the stream ends early, or if the directory cannot be written; the method
   *     then leaves no files behind
   */
  public static Inspection receive(InputStream stream, Path to, LongConsumer received)
      throws IOException {
    try (BackupDirectory target = BackupDirectory.begin(to)) {
      byte[] header = new byte[TarFormat.BLOCK_BYTES];
      byte[] piece = new byte[PIECE_BYTES];
      long all = 0;
      for (read(stream, header, header.length);
          !TarFormat.isEnd(header);
          read(stream, header, header.length)) {
        TarFormat.check(header);
        long bytes = TarFormat.bytes(header);
        target.begin(new Backup.File(TarFormat.name(header), bytes));
        for (long left = bytes; left > 0; ) {
          int length = (int) Math.min(left, piece.length);
          read(stream, piece, length);
          target.piece(ByteBuffer.wrap(piece, 0, length));
          left -= length;
          all += length;
          received.accept(all);
        }
        target.end();
        read(stream, piece, TarFormat.padding(bytes));
      }
      read(stream, header, header.length);
      return target.complete();
    }
  }

  private static void read(InputStream stream, byte[] target, int length) throws IOException {
    if (stream.readNBytes(target, 0, length) < length) {
      throw new EOFException("the server ended the backup early; its log says why");
    }
  }
}
