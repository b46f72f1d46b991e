package dev.yardmaster.engine.redo;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.storage.log.CommitLog;
import dev.yardmaster.storage.log.Disk;
import dev.yardmaster.storage.log.Recovered;
import dev.yardmaster.storage.log.Recovery;
import java.io.Closeable;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** An open data directory: what was found there, and the log that goes on from it. */
public final class RedoDirectory implements Closeable {

  /**
   * A key's newest value.
   *
   * @param value the value; null if it was deleted
   * @param version the commit version that wrote it
   */
  @SuppressWarnings("ArrayRecordComponent") // Compared by nobody.
  private record Newest(byte[] value, long version) {}

  private final Disk disk;
  private final Recovered recovered;
  private final CommitLog log;

  private RedoDirectory(Disk disk, Recovered recovered, CommitLog log) {
    this.disk = disk;
    this.recovered = recovered;
    this.log = log;
  }

  /** Opens the files of a directory. */
  @FunctionalInterface
  public interface Opening {
    /** The directory's files, which are to be closed. */
    Disk open() throws IOException;
  }

  /**
   * Opens a directory and reads all that is there. Takes as long as the log is long.
   *
   * @param name what errors name it by
   * @param sink receives every key that has a value, once
   * @throws YardmasterException {@link ErrorCode#DIRECTORY_IN_USE}, {@link ErrorCode#DAMAGED} or
   *     {@link ErrorCode#IO_FAILED}
   */
  public static RedoDirectory open(
      String name, Opening opening, long segmentBytes, Recovery.Sink sink) {
    Disk disk = null;
    try {
      disk = opening.open();
      Recovered recovered = recover(disk, sink);
      return new RedoDirectory(disk, recovered, CommitLog.begin(disk, segmentBytes, recovered));
    } catch (IOException | RuntimeException | Error e) {
      closeAfter(e, disk);
      if (e instanceof IOException problem) {
        throw new YardmasterException(
            ErrorCode.IO_FAILED,
            "the data directory cannot be opened",
            problem,
            "directory",
            name,
            "problem",
            problem);
      }
      throw asUnchecked(e);
    }
  }

  private static RuntimeException asUnchecked(Throwable thrown) {
    if (thrown instanceof Error error) {
      throw error;
    }
    return (RuntimeException) thrown;
  }

  private static void closeAfter(Throwable thrown, Disk disk) {
    if (disk != null) {
      try {
        disk.close();
      } catch (IOException e) {
        thrown.addSuppressed(e);
      }
    }
  }

  private static Recovered recover(Disk disk, Recovery.Sink sink) throws IOException {
    Map<Key, Newest> newest = new HashMap<>();
    Recovered recovered =
        Recovery.run(
            disk,
            (key, value, version) -> {
              Newest known = newest.get(key);
              if (known == null || known.version() < version) {
                newest.put(key, new Newest(value, version));
              }
            },
            (bytes, of) -> {});
    newest.forEach(
        (key, entry) -> {
          if (entry.value() != null) {
            sink.entry(key, entry.value(), entry.version());
          }
        });
    return recovered;
  }

  /** What was found. */
  public Recovered recovered() {
    return recovered;
  }

  /** The end of the log; for its thread. */
  public CommitLog log() {
    return log;
  }

  /** The directory's files. */
  public Disk disk() {
    return disk;
  }

  /** Closes the log, and lets others have the directory. Nobody works there any more. */
  @Override
  public void close() throws IOException {
    // An interrupt of who closes would close the file before it is forced.
    boolean interrupted = Thread.interrupted();
    try {
      log.close();
    } finally {
      try {
        disk.close();
      } finally {
        if (interrupted) {
          Thread.currentThread().interrupt();
        }
      }
    }
  }
}
