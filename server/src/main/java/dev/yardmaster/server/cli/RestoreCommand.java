package dev.yardmaster.server.cli;

import dev.yardmaster.storage.log.backup.Restore;
import dev.yardmaster.storage.log.backup.Restored;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

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

  @Mixin private BackupInput input;

  @Option(
      names = "--to",
      paramLabel = "NEWDIR",
      required = true,
      description = "The new data directory. The directory must be empty or must not exist.")
  private Path to;

  RestoreCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    CommandLine command = spec.commandLine();
    List<Path> from = input.directories(command);
    Restored restored;
    try (StatusLine status = new StatusLine(command.getErr(), console)) {
      restored =
          Restore.run(
              from,
              to,
              input.until(),
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
}
