package dev.yardmaster.server.cli;

import dev.yardmaster.server.backup.BackupStream;
import dev.yardmaster.server.cli.remote.AdminAddress;
import dev.yardmaster.storage.log.backup.Inspection;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Makes a backup of a running server. */
@Command(
    name = "backup",
    description = {
      "Writes a consistent copy of a running server's data to a new directory, while the "
          + "server continues to commit. The copy has all commits that were acknowledged "
          + "before the backup began."
          + " A server can start on the copy, and restore can read it.",
      "",
      "The directory has the suffix .tmp until all files are on disk and were found intact."
    },
    exitCodeList = {
      "0:the backup is complete",
      "1:the server cannot be reached, refused the request or ended it early, or the backup could"
          + " not be written",
      "2:wrong usage"
    },
    footer = {
      "  yardmaster backup --to /backup/monday",
      "  yardmaster backup --server https://db1:7401 --token-file admin.token --to /backup/monday"
    })
final class BackupCommand implements Callable<Integer> {

  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  /**
   * The time limit for the answer. The leader of a cluster answers only after it has written all
   * data to its disk.
   */
  private static final Duration WRITING = Duration.ofDays(1);

  private final Console console;

  @Spec private CommandSpec spec;

  @Mixin private AdminAddress admin;

  @Option(
      names = "--to",
      paramLabel = "NEWDIR",
      required = true,
      description = "The directory of the backup. The directory must be empty or must not exist.")
  private Path to;

  BackupCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    CommandLine command = spec.commandLine();
    HttpClient http =
        HttpClient.newBuilder()
            .connectTimeout(TIMEOUT)
            .version(HttpClient.Version.HTTP_1_1)
            .build();
    HttpRequest request =
        admin.request("/api/backup", WRITING).POST(HttpRequest.BodyPublishers.noBody()).build();
    HttpResponse<InputStream> response = admin.send(http, request, BodyHandlers.ofInputStream());
    Inspection found;
    try (InputStream body = response.body();
        StatusLine status = new StatusLine(command.getErr(), console)) {
      if (!AdminAddress.isOk(response)) {
        throw admin.refused(response.statusCode(), body.readNBytes(1_000));
      }
      long all = response.headers().firstValueAsLong("Content-Length").orElse(0);
      found =
          BackupStream.receive(
              body,
              to,
              bytes ->
                  status.show(
                      () -> String.format(Locale.ROOT, "%,d of %,d bytes received", bytes, all)));
    }
    print(found, command.getOut());
    return ExitCode.OK;
  }

  private void print(Inspection found, PrintWriter out) {
    long version = 0;
    for (Inspection.FileReport file : found.files()) {
      out.printf(Locale.ROOT, "%s: %,d bytes%n", file.name(), file.bytes());
      version = Math.max(version, file.lastVersion());
    }
    out.println("last version: " + version);
    out.println("The backup is complete: " + to);
    out.flush();
  }
}
