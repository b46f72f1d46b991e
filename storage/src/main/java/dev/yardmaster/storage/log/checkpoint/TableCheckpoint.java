package dev.yardmaster.storage.log.checkpoint;

import dev.yardmaster.storage.log.DataDirectory;
import dev.yardmaster.storage.log.DirectoryListing;
import dev.yardmaster.storage.log.Retention;
import dev.yardmaster.storage.log.disk.Disk;
import dev.yardmaster.storage.log.format.CheckpointFormat;
import dev.yardmaster.storage.log.format.CheckpointWriter;
import dev.yardmaster.storage.table.DiskTable;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Writes a table's entries to a checkpoint file in the data directory. A backup of a directory with
 * a table needs such a file.
 */
public final class TableCheckpoint {

  /** The number of entries after which the lease is renewed. */
  private static final int RENEWAL = 4_096;

  private TableCheckpoint() {}

  /**
   * Writes all entries of the table to a checkpoint, unless the directory already has a checkpoint
   * of the table's state. Flushes continue during the copy, so the checkpoint may contain writes of
   * later commits. The log had these commits on disk before the table received the writes.
   */
  public static void write(DataDirectory data, Retention.Lease lease) throws IOException {
    synchronized (data) {
      DiskTable table = data.table();
      DiskTable.State state = table.state();
      if (state.version() == 0
          || DirectoryListing.of(data.disk()).checkpoints().contains(state.version())) {
        return;
      }
      CheckpointFormat.Header header =
          new CheckpointFormat.Header(data.recovered().epoch(), state.version());
      try (CheckpointWriter writer =
          new CheckpointWriter(data.disk(), header, CheckpointWriter.newBlock(0))) {
        int[] entries = new int[1];
        table.scan(
            null,
            null,
            false,
            (key, value, version) -> {
              try {
                if (++entries[0] % RENEWAL == 0) {
                  lease.renew();
                }
                writer.add(key, value, version);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
              return true;
            });
        // The horizon is read after the copy, because outcomes below it may have been deleted
        // during the copy.
        long horizonMs = table.state().horizonMs();
        long unused = writer.finish(horizonMs, Math.max(state.version(), newestVersion(data)));
      } catch (UncheckedIOException e) {
        deleteUnfinished(data.disk(), e.getCause());
        throw e.getCause();
      } catch (IOException | RuntimeException e) {
        deleteUnfinished(data.disk(), e);
        throw e;
      }
    }
  }

  private static void deleteUnfinished(Disk disk, Exception failure) {
    try {
      DirectoryListing.deleteUnfinishedCheckpoints(disk);
    } catch (IOException e) { // The next start deletes the file.
      failure.addSuppressed(e);
    }
  }

  /**
   * Returns an upper bound of the versions in the table. Until the log has forced a commit of this
   * start, the table contains no commits of this start.
   */
  private static long newestVersion(DataDirectory data) {
    long forced = data.log().forcedVersion();
    return forced > data.recovered().startVersion() ? forced : data.recovered().lastVersion();
  }

  /** Removes the checkpoints that no backup needs any more. */
  public static void remove(DataDirectory data) throws IOException {
    synchronized (data) {
      Disk disk = data.disk();
      for (long watermark : DirectoryListing.of(disk).checkpoints()) {
        String name = CheckpointFormat.fileName(watermark);
        boolean unused =
            data.log().retention().removeCheckpoint(watermark, () -> disk.delete(name));
      }
    }
  }
}
