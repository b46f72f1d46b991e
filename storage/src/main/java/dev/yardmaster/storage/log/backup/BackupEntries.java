package dev.yardmaster.storage.log.backup;

import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.storage.log.Recovery;
import dev.yardmaster.storage.log.disk.Disk;
import dev.yardmaster.storage.log.disk.FileDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Reads the entries of a backup without changing the backup. This class first restores the backup
 * to a scratch directory, so that the sink receives no entries if the backup is damaged.
 */
public final class BackupEntries {

  private BackupEntries() {}

  /**
   * Passes all entries up to a restore point to a sink, in the same way as a start of a service
   * with the restored directory. The calling thread waits for the disk.
   *
   * @param from a backup, and any directories with archived checkpoints and segments
   * @param scratch the parent of the scratch directory; the scratch directory needs as much space
   *     as the backup
   * @throws YardmasterException in the same cases as {@link Restore#run}; the sink has then
   *     received no entries
   */
  public static Restored read(
      List<Path> from,
      RestorePoint until,
      Path scratch,
      Recovery.Sink sink,
      Recovery.Progress restoring)
      throws IOException {
    Path parent = Files.createTempDirectory(scratch, "yardmaster-");
    Restored restored;
    try {
      Path data = parent.resolve("data");
      restored = Restore.run(from, data, until, restoring);
      try (Disk disk = FileDisk.open(data)) {
        var unused = Recovery.run(disk, sink, (bytes, of) -> {});
      }
    } catch (IOException | RuntimeException | Error e) {
      Disk.closeAfter(e, () -> delete(parent));
      throw e;
    }
    delete(parent);
    return restored;
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> paths = Files.walk(directory)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
