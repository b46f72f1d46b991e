package dev.yardmaster.benchmarks.disk;

import dev.yardmaster.benchmarks.run.ScratchDirectory;
import dev.yardmaster.benchmarks.workload.WorkloadFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The files of a data directory on which a measurement starts a service several times. */
final class LogFiles {

  private final Path directory;
  private final List<ScratchDirectory.Entry> files;

  /** Lists the files of a directory that no service and no database has open. */
  LogFiles(Path directory) {
    this.directory = directory;
    files = list(directory);
  }

  /** Returns the total length of the files, in bytes. */
  long bytes() {
    return files.stream().mapToLong(ScratchDirectory.Entry::bytes).sum();
  }

  /** Returns the paths of the files that have bytes. */
  List<Path> paths() {
    return files.stream()
        .filter(file -> file.bytes() > 0)
        .map(file -> directory.resolve(file.name()))
        .toList();
  }

  /**
   * Removes the segment that a start of the service has created, so that the next start finds the
   * original log.
   *
   * @throws WorkloadFailure if the start of the service has changed another file
   */
  void restore() throws IOException {
    Set<ScratchDirectory.Entry> before = new HashSet<>(files);
    // Each start of a service replaces the empty file whose name contains the epoch.
    before.removeIf(entry -> entry.name().startsWith("epoch-"));
    for (ScratchDirectory.Entry entry : ScratchDirectory.list(directory)) {
      if (entry.name().startsWith("log-") && !before.remove(entry)) {
        Files.delete(directory.resolve(entry.name()));
      } else {
        before.remove(entry);
      }
    }
    if (!before.isEmpty()) {
      throw new WorkloadFailure("a start changed the log that it read: " + before);
    }
  }

  private static List<ScratchDirectory.Entry> list(Path directory) {
    return ScratchDirectory.list(directory).stream()
        .filter(entry -> !entry.name().equals("lock"))
        .toList();
  }
}
