package dev.yardmaster.server.cli;

import dev.yardmaster.api.TransactionIds;
import dev.yardmaster.client.YardmasterClient;
import dev.yardmaster.server.cli.remote.ServiceAddress;
import dev.yardmaster.server.load.EntryLoader;
import dev.yardmaster.storage.log.backup.BackupEntries;
import dev.yardmaster.storage.log.backup.Restored;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Writes the data of a backup to a running service. */
@Command(
    name = "load",
    description = {
      "Writes the data of a backup to a running server or cluster, in transactions of many entries."
          + " The backup may come from a single server or from a cluster; it is not changed.",
      "",
      "Values that the service has for the same keys are replaced, and its other keys stay. Other"
          + " clients see parts of the data until the command has ended, so load before they come."
          + " The command can be run again after an error. The outcomes of transactions with an id"
          + " are not loaded: a client that sends such a transaction again runs it again."
    },
    exitCodeList = {
      "0:the service has all data",
      "1:the input is missing or damaged, in which case nothing was written; or the service refused"
          + " a part",
      "2:wrong usage"
    },
    footer = {
      "  yardmaster load --from /backup/monday --server db1:7400,db2:7400,db3:7400",
      "  yardmaster load --from /backup/monday,/archive --to-time 2026-03-01T17:30:00Z"
    })
final class LoadCommand implements Callable<Integer> {

  private final Console console;

  @Spec private CommandSpec spec;

  @Mixin private ServiceAddress service;

  @Mixin private BackupInput input;

  @Option(
      names = "--scratch",
      paramLabel = "DIR",
      description =
          "An existing directory with room for a copy of the data, which the command removes at its"
              + " end. Default: the system's directory for temporary files.")
  private Path scratch;

  LoadCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    CommandLine command = spec.commandLine();
    List<Path> from = input.directories(command);
    if (scratch != null && !Files.isDirectory(scratch)) {
      throw new ParameterException(command, "--scratch: there is no directory " + scratch);
    }
    Path parent = scratch == null ? Path.of(System.getProperty("java.io.tmpdir")) : scratch;
    try (YardmasterClient client = service.connect("yardmaster load");
        StatusLine status = new StatusLine(command.getErr(), console)) {
      EntryLoader loader =
          new EntryLoader(
              client,
              new TransactionIds(System::currentTimeMillis, new SecureRandom()::nextLong),
              console.clock(),
              loading -> show(status, loading));
      Restored restored =
          BackupEntries.read(
              from,
              input.until(),
              parent,
              loader,
              (bytes, of) ->
                  status.show(
                      () -> String.format(Locale.ROOT, "%,d of %,d bytes read", bytes, of)));
      command
          .getOut()
          .printf(
              Locale.ROOT,
              "last version: %d%nentries:      %,d written, %,d outcomes left out%n",
              restored.lastVersion(),
              loader.loaded(),
              loader.outcomes());
      command.getOut().flush();
    }
    return ExitCode.OK;
  }

  private static void show(StatusLine status, EntryLoader loader) {
    status.show(
        () ->
            loader.expected() == 0
                ? String.format(Locale.ROOT, "%,d entries written", loader.loaded())
                : String.format(
                    Locale.ROOT,
                    "%,d entries written; the checkpoint has %,d",
                    loader.loaded(),
                    loader.expected()));
  }
}
