package dev.yardmaster.storage.log;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.storage.log.disk.Disk;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.LongSupplier;

/**
 * An open data directory: the result of recovery, and the log, which continues after the recovered
 * part.
 */
public final class DataDirectory implements Closeable {

  /** Opens the files of a directory. */
  @FunctionalInterface
  public interface Opening {
    /** Returns the directory's files. The caller closes them. */
    Disk open(Path directory) throws IOException;
  }

  private final Disk disk;
  private final Recovered recovered;
  private final CommitLog log;

  private DataDirectory(Disk disk, Recovered recovered, CommitLog log) {
    this.disk = disk;
    this.recovered = recovered;
    this.log = log;
  }

  /**
   * Opens a directory and reads its contents. The time is proportional to the length of the newest
   * checkpoint and the log.
   *
   * @param segmentBytes the length, in bytes, at which a segment of the log is complete
   * @param bufferBytes the direct memory, in bytes, to reserve for the log's groups
   * @param sink receives the recovered entries
   * @param epochMs the time in ms since 1970, which the log saves with each group
   * @throws YardmasterException {@link ErrorCode#DIRECTORY_IN_USE}, {@link ErrorCode#DAMAGED} or
   *     {@link ErrorCode#IO_FAILED}
   */
  public static DataDirectory open(
      Path directory,
      Opening opening,
      long segmentBytes,
      int bufferBytes,
      Recovery.Sink sink,
      Recovery.Progress progress,
      LongSupplier epochMs) {
    try {
      Disk disk = opening.open(directory);
      try {
        Recovered recovered = Recovery.run(disk, sink, progress);
        return new DataDirectory(
            disk, recovered, CommitLog.begin(disk, segmentBytes, bufferBytes, recovered, epochMs));
      } catch (IOException | RuntimeException | Error e) {
        Disk.closeAfter(e, disk);
        throw e;
      }
    } catch (IOException e) {
      throw new YardmasterException(
          ErrorCode.IO_FAILED,
          "the data directory cannot be opened",
          e,
          "directory",
          directory,
          "problem",
          e);
    }
  }

  /** Returns the result of recovery. */
  public Recovered recovered() {
    return recovered;
  }

  /**
   * Returns the end of the log. Only methods whose Javadoc says so may be called on any thread; the
   * others only on the log's thread.
   */
  public CommitLog log() {
    return log;
  }

  /** Returns the directory's files. */
  public Disk disk() {
    return disk;
  }

  /**
   * Closes the log and unlocks the directory. No thread may use the directory after this call
   * begins.
   */
  @Override
  public void close() throws IOException {
    // The interrupt flag is cleared, because in an interrupted thread the file would be closed
    // before it is forced.
    boolean interrupted = Thread.interrupted();
    try (disk) {
      log.close();
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
