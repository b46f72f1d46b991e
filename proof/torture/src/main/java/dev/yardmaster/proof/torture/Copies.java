package dev.yardmaster.proof.torture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * The folder for all copies of a tortured data directory: its archive, its backups, and the
 * directories that are restored from them.
 */
public record Copies(Path folder) {

  /** Returns this folder, which is next to the data directory. */
  static Copies of(Path directory) {
    Path absolute = directory.toAbsolutePath().normalize();
    return new Copies(absolute.resolveSibling(absolute.getFileName() + "-copies"));
  }

  /** Returns the archive of the tortured service. */
  Path archive() {
    return folder.resolve("archive");
  }

  /** Returns the directory of a backup; it exists only after the backup is complete. */
  Path backup(int number) {
    return folder.resolve("backup-" + number);
  }

  /** Returns the directory that is restored from a backup. */
  Path restored(int backup) {
    return folder.resolve("restored-" + backup);
  }

  /** Returns the file with the balances of all accounts at the end of a complete run. */
  Path balances() {
    return folder.resolve("balances.txt");
  }

  /** Removes a directory with all its contents, if the directory exists. */
  public static void delete(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return;
    }
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
