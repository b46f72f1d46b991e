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
 * The table of a replica on disk: the last snapshot that was loaded, and what was flushed since.
 *
 * <p>A start discards the table. The log then loads its last snapshot and repeats all later entries
 * in their order. If the table kept later flushes, a repeated older value could be flushed over a
 * newer one, and the table would be wrong until the log gets to the newer value. So the durable
 * state of a member is its log with its snapshots, and a crash at any time leaves nothing to mend.
 *
 * <p>A snapshot is a checkpoint. If tables can be {@linkplain DiskTable#saveTo saved to a folder},
 * the checkpoint has no entries, and the folder {@link #SAVED} beside it has the table. Neither
 * saving nor loading such a snapshot copies entries: both link the table's files, which do not
 * change any more.
 *
 * <p>The log's thread makes all calls but {@link #save}.
 */
final class ReplicaTable implements Closeable {

  /** The folder of a saved table in the folder of a snapshot. */
  static final String SAVED = DataDirectory.TABLE;

  /** The ending of the files that RocksDB never changes, and that have nearly all bytes. */
  private static final String UNCHANGING = ".sst";

  private final Path folder;
  private final DataDirectory.TableOpening opening;

  @Shared(
      writers = "the log's thread, the thread that has saved a snapshot",
      readers = "the same",
      access = "compare-and-set; only the thread that sets it writes to the table")
  private final AtomicBoolean saving = new AtomicBoolean();

  /** Null before the first use. */
  private DiskTable table;

  /**
   * Creates the object, but no table: the log locks the member's folder before it first calls the
   * replica, and the table of a running member must not be discarded.
   *
   * @param folder the folder of the table; if it exists, it is discarded
   */
  ReplicaTable(Path folder, DataDirectory.TableOpening opening) {
    this.folder = folder;
    this.opening = opening;
  }

  /** Returns the present table, which is empty at first. */
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

  /** Replaces the table by one that was saved to another folder, which stays as it is. */
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
        // The file system has no links.
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
   * Begins a snapshot, so that no other one begins before {@link #endSave}.
   *
   * @throws IOException if another one has begun and not ended
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
   * Writes a snapshot of the table as of its last commit. Nobody writes to the table meanwhile.
   *
   * @param disk a disk without files
   * @param beside the folder of the disk; null if it has none
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

  /** Closes the table; calling it again does nothing. */
  @Override
  public void close() throws IOException {
    if (table != null) {
      table.close();
    }
  }
}
