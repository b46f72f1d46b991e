package dev.yardmaster.replication.pipeline;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.storage.log.DataDirectory;
import dev.yardmaster.storage.log.disk.Disk;
import dev.yardmaster.storage.log.disk.FileDisk;
import dev.yardmaster.storage.log.format.CheckpointFormat;
import dev.yardmaster.storage.log.format.CheckpointWriter;
import dev.yardmaster.storage.table.DiskTable;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

/**
 * The table of a replica with data on disk. It contains the last loaded snapshot, and the changes
 * that were flushed since then.
 *
 * <p>A start discards the table. The log then loads its last snapshot and repeats all later entries
 * in order. If the table kept its contents, a flush could replace a newer value by an older value
 * that the log repeats. The table would be wrong until the log also repeats the newer value. So the
 * durable state of a member is only its log with the log's snapshots, and no table needs repair
 * after a crash.
 *
 * <p>A snapshot is a checkpoint. If the table can be {@linkplain DiskTable#saveTo saved to a
 * folder}, the checkpoint contains no entries, and the folder {@link #SAVED} next to it contains
 * the table. The save and the load of such a snapshot copy no entries. They create hard links to
 * the table's files, because a written file never changes.
 *
 * <p>The log's thread calls all methods except {@link #save}.
 */
final class ReplicaTable implements Closeable {

  /** The name of the folder of a saved table, within the folder of a snapshot. */
  static final String SAVED = DataDirectory.TABLE;

  /**
   * The suffix of the files that RocksDB never changes. These files contain nearly all bytes of a
   * table.
   */
  private static final String UNCHANGING = ".sst";

  private final Path folder;
  private final DataDirectory.TableOpening opening;

  @Shared(
      writers = "the log's thread, the thread that has saved a snapshot",
      readers = "the same",
      access = "compare-and-set; only the thread that sets it writes to the table")
  private final AtomicBoolean saving = new AtomicBoolean();

  /** The current table; null before the first use. */
  private DiskTable table;

  /**
   * Creates the object. The table is created at the first use: the log has then locked the member's
   * folder, so the table of another running process is not discarded.
   *
   * @param folder the folder of the table; an existing folder is discarded
   */
  ReplicaTable(Path folder, DataDirectory.TableOpening opening) {
    this.folder = folder;
    this.opening = opening;
  }

  /** Returns the current table. The first call discards an old table and creates an empty one. */
  DiskTable get() {
    if (table == null) {
      try {
        clear();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return table;
  }

  /** Replaces the table by an empty one. */
  void clear() throws IOException {
    discard();
    table = opening.open(folder);
  }

  /**
   * Replaces the table by a table that was saved to another folder. The other folder does not
   * change.
   */
  void replaceBy(Path saved) throws IOException {
    discard();
    FileDisk.createDirectories(folder.toAbsolutePath());
    try (Stream<Path> files = Files.list(saved)) {
      for (Path file : files.toList()) {
        linkOrCopy(file, folder.resolve(file.getFileName()));
      }
    }
    table = opening.open(folder);
  }

  private static void linkOrCopy(Path from, Path to) throws IOException {
    if (from.toString().endsWith(UNCHANGING)) {
      try {
        Files.createLink(to, from);
        return;
      } catch (FileSystemException | UnsupportedOperationException e) {
        // The file system does not support hard links, so the file is copied.
      }
    }
    Files.copy(from, to);
  }

  private void discard() throws IOException {
    close();
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> paths = Files.walk(folder)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }

  /**
   * Begins a snapshot. No other snapshot can begin before {@link #endSave}.
   *
   * @throws IOException if another snapshot is in progress
   */
  void beginSave() throws IOException {
    if (!saving.compareAndSet(false, true)) {
      throw new IOException("another snapshot is in progress");
    }
  }

  void endSave() {
    saving.set(false);
  }

  /**
   * Writes a snapshot of the table as of its last commit. No thread writes to the table during the
   * call.
   *
   * @param disk an empty disk
   * @param beside the folder of the disk; null if the disk is not in the file system
   */
  void save(Disk disk, Path beside) throws IOException {
    DiskTable saved = get();
    DiskTable.State state = saved.state();
    boolean isBeside = beside != null && saved.saveTo(beside.resolve(SAVED));
    CheckpointFormat.Header header = new CheckpointFormat.Header(1, state.version());
    try (CheckpointWriter writer =
        new CheckpointWriter(disk, header, CheckpointWriter.newBlock(0))) {
      if (!isBeside) {
        saved.scan(
            null,
            null,
            false,
            (key, value, version) -> {
              try {
                writer.add(key, value, version);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
              return true;
            });
      }
      long unused = writer.finish(state.horizonMs(), state.completeFrom());
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /** Closes the table. A second call has no effect. */
  @Override
  public void close() throws IOException {
    if (table != null) {
      table.close();
    }
  }
}
