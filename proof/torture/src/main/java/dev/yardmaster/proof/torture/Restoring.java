package dev.yardmaster.proof.torture;

import dev.yardmaster.storage.log.backup.Restore;
import dev.yardmaster.storage.log.backup.RestorePoint;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Restores a directory. A test implements the interface with a planted bug. */
@FunctionalInterface
public interface Restoring {

  /** The implementation that the {@code restore} command uses. */
  Restoring PRODUCT =
      (from, to, point) -> {
        var unused = Restore.run(from, to, point, (bytes, of) -> {});
      };

  /**
   * Writes a restored data directory.
   *
   * @param from a backup, and possibly an archive
   */
  void run(List<Path> from, Path to, RestorePoint point) throws IOException;
}
