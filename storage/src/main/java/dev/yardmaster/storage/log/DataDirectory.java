package dev.yardmaster.storage.log;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.storage.log.disk.Disk;
import dev.yardmaster.storage.table.DiskTable;
import dev.yardmaster.storage.table.TableProvider;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * An open data directory: the result of recovery, and the log to which new commits are appended.
 */
public final class DataDirectory implements Closeable {

  /** Opens the files of a directory. */
  @FunctionalInterface
  public interface Opening {
    /** Returns the directory's files. The caller closes them. */
    Disk open(Path directory) throws IOException;
  }

  /** Opens the table of a directory. */
  @FunctionalInterface
  public interface TableOpening {
    /** Opens the table in its own folder, which may not exist yet. */
    DiskTable open(Path folder) throws IOException;
  }

  /** The name of the folder of the {@link DiskTable}. */
  public static final String TABLE = "table";

  private final Disk disk;
  private final DiskTable table;
  private final Recovered recovered;
  private final CommitLog log;

  private DataDirectory(Disk disk, DiskTable table, Recovered recovered, CommitLog log) {
    this.disk = disk;
    this.table = table;
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
   * @throws YardmasterException {@link ErrorCode#DIRECTORY_IN_USE}, {@link ErrorCode#DAMAGED},
   *     {@link ErrorCode#BAD_CONFIG} or {@link ErrorCode#IO_FAILED}
   */
  public static DataDirectory open(
      Path directory,
      Opening opening,
      long segmentBytes,
      int bufferBytes,
      Recovery.Sink sink,
      Recovery.Progress progress,
      LongSupplier epochMs) {
    return open(
        directory, opening, null, segmentBytes, bufferBytes, unused -> sink, progress, epochMs);
  }

  /**
   * Opens a directory whose data is in a table. The time is proportional to the length of the log
   * after the table's last commit.
   *
   * @param tables opens the table; null for a directory without a table
   * @param sinks returns the object that receives the recovered entries, as for {@link
   *     Recovery#run(Disk, DiskTable, Function, Recovery.Progress)}
   */
  public static DataDirectory open(
      Path directory,
      Opening opening,
      TableOpening tables,
      long segmentBytes,
      int bufferBytes,
      Function<DiskTable, Recovery.Sink> sinks,
      Recovery.Progress progress,
      LongSupplier epochMs) {
    try {
      Disk disk = opening.open(directory);
      DiskTable table = null;
      try {
        Path folder = directory.resolve(TABLE);
        if (tables != null) {
          table = tables.open(folder);
        } else if (Files.exists(folder)) {
          throw new YardmasterException(
              ErrorCode.BAD_CONFIG,
              Files.exists(folder.resolve(TableProvider.HBASE_OWNER))
                  ? "the data are in a table of HBase, so the service must be started with storage"
                      + " hbase"
                  : "the data are in a table on disk, so the service must be started with storage"
                      + " on disk",
              "table",
              folder);
        }
        Recovered recovered = Recovery.run(disk, table, sinks, progress);
        CommitLog log = CommitLog.begin(disk, segmentBytes, bufferBytes, recovered, epochMs);
        if (table != null) {
          table.recovered();
          log.retention().checkpointed(0); // There is no file of a checkpoint.
        }
        return new DataDirectory(disk, table, recovered, log);
      } catch (IOException | RuntimeException | Error e) {
        if (table != null) {
          Disk.closeAfter(e, table);
        }
        Disk.closeAfter(e, disk);
        throw e;
      }
    } catch (UncheckedIOException e) {
      throw cannotOpen(directory, e.getCause());
    } catch (IOException e) {
      throw cannotOpen(directory, e);
    }
  }

  private static YardmasterException cannotOpen(Path directory, IOException why) {
    return new YardmasterException(
        ErrorCode.IO_FAILED,
        "the data directory cannot be opened",
        why,
        "directory",
        directory,
        "problem",
        why);
  }

  /** Returns the result of recovery. */
  public Recovered recovered() {
    return recovered;
  }

  /**
   * Returns the end of the log. Only the log's thread may call the log's methods, except the
   * methods whose Javadoc allows any thread.
   */
  public CommitLog log() {
    return log;
  }

  /** Returns the table of the data; null if there is none. */
  public DiskTable table() {
    return table;
  }

  /** Returns the directory's files. */
  public Disk disk() {
    return disk;
  }

  /**
   * Closes the log and the table, and unlocks the directory. No thread may use the directory after
   * this call begins.
   */
  @Override
  public void close() throws IOException {
    // The interrupt flag is cleared during the call. A file operation of an interrupted thread
    // closes the file, and the log would then not be forced.
    boolean interrupted = Thread.interrupted();
    try (disk;
        table) {
      log.close();
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
