package dev.yardmaster.server.cli;

import dev.yardmaster.storage.log.backup.Restore;
import dev.yardmaster.storage.log.backup.RestorePoint;
import dev.yardmaster.storage.log.backup.Restored;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** Writes a new data directory from a backup and archived segments. */
@Command(
    name = "restore",
    description = {
      "Writes a new data directory that has all commits up to a version or a time. The input is a"
          + " backup, and any directories with archived segments; none of them is changed, and no"
          + " service may have them open.",
      "",
      "If a file that is needed is missing or damaged, the command names the file and the position,"
          + " and writes nothing."
    },
    exitCodeList = {
      "0:the directory was restored",
      "1:the input is missing or damaged, or has no data of the version; or a file could not be"
          + " written",
      "2:wrong usage"
    },
    footer = {
      "  yardmaster restore --from /backup/monday,/archive --to /var/lib/restored",
      "  yardmaster restore --from /backup/monday,/archive --to /var/lib/restored --to-time"
          + " 2026-03-01T17:30:00Z"
    })
final class RestoreCommand implements Callable<Integer> {

  private final Console console;

  @Spec private CommandSpec spec;

  @Option(
      names = "--from",
      paramLabel = "DIR",
      required = true,
      split = ",",
      description = "The directories of the backup and of archived files, in any order.")
  private List<Path> from;

  @Option(
      names = "--to",
      paramLabel = "NEWDIR",
      required = true,
      description = "The new data directory. The directory must be empty or must not exist.")
  private Path to;

  @ArgGroup private Point point = new Point();

  /** The point up to which commits are restored. */
  private static final class Point {
    @Option(
        names = "--to-version",
        paramLabel = "<version>",
        converter = Version.class,
        description = "The last commit version to restore. Default: all commits.")
    private Long version;

    @Option(
        names = "--to-time",
        paramLabel = "<time>",
        converter = Time.class,
        description =
            "The last time to restore, in ISO-8601 with a zone; the restored commits end "
                + "before the first commit that was written later. Default: all commits.")
    private Instant time;

    RestorePoint until() {
      if (time != null) {
        return RestorePoint.time(time.toEpochMilli());
      }
      return version == null ? RestorePoint.NEWEST : RestorePoint.version(version);
    }
  }

  RestoreCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    CommandLine command = spec.commandLine();
    for (Path directory : from) {
      if (!Files.isDirectory(directory)) {
        throw new ParameterException(command, "--from: there is no directory " + directory);
      }
    }
    RestorePoint until = point.until();
    Restored restored;
    try (StatusLine status = new StatusLine(command.getErr(), console)) {
      restored =
          Restore.run(
              from,
              to,
              until,
              (bytes, of) ->
                  status.show(
                      () -> String.format(Locale.ROOT, "%,d of %,d bytes read", bytes, of)));
    }
    print(restored, command.getOut());
    return ExitCode.OK;
  }

  private void print(Restored restored, PrintWriter out) {
    out.println("checkpoint:   " + restored.checkpoint().orElse("none"));
    out.println(
        "segments:     "
            + (restored.segments().isEmpty() ? "none" : String.join(" ", restored.segments())));
    out.printf(Locale.ROOT, "transactions: %d after the checkpoint%n", restored.transactions());
    out.println("last version: " + restored.lastVersion());
    out.println(
        "last time:    "
            + (restored.lastTimeMs() == 0
                ? "unknown"
                : Instant.ofEpochMilli(restored.lastTimeMs())));
    out.println("A service can start with " + to + ".");
    out.flush();
  }

  /** A commit version. */
  static final class Version implements ITypeConverter<Long> {
    @Override
    public Long convert(String text) {
      try {
        long version = Long.parseLong(text);
        if (version >= 0) {
          return version;
        }
      } catch (NumberFormatException e) {
        // The exception below also reports a text that is not a number.
      }
      throw new TypeConversionException("'" + text + "' is not a commit version, 0 or higher");
    }
  }

  /** A time with a zone. */
  static final class Time implements ITypeConverter<Instant> {
    @Override
    public Instant convert(String text) {
      try {
        return OffsetDateTime.parse(text).toInstant();
      } catch (DateTimeException e) {
        throw new TypeConversionException(
            "'" + text + "' is not a time with a zone like 2026-03-01T17:30:00Z");
      }
    }
  }
}
