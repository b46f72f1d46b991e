package dev.yardmaster.server.cli;

import dev.yardmaster.storage.log.backup.RestorePoint;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options that name a backup and the part of the backup that is read. */
final class BackupInput {

  @Option(
      names = "--from",
      paramLabel = "DIR",
      required = true,
      split = ",",
      description = "The directories of the backup and of archived files, in any order.")
  private List<Path> from;

  @ArgGroup private RestorePointOptions point = new RestorePointOptions();

  /**
   * Returns the directories.
   *
   * @throws ParameterException if a directory does not exist
   */
  List<Path> directories(CommandLine command) {
    for (Path directory : from) {
      if (!Files.isDirectory(directory)) {
        throw new ParameterException(command, "--from: there is no directory " + directory);
      }
    }
    return from;
  }

  RestorePoint until() {
    return point.until();
  }
}
