package dev.yardmaster.benchmarks.cli;

import dev.yardmaster.benchmarks.cli.values.Choice;
import dev.yardmaster.benchmarks.cli.values.WholeNumber;
import dev.yardmaster.benchmarks.torture.TablesTorture;
import dev.yardmaster.proof.torture.BrokenRun;
import dev.yardmaster.proof.torture.ErrorFiles;
import dev.yardmaster.proof.torture.TortureFailure;
import dev.yardmaster.server.cli.Console;
import dev.yardmaster.server.cli.StatusLine;
import dev.yardmaster.server.cli.values.SeedOption;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.commons.io.FileUtils;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Kills a database with typed tables repeatedly, at random times. */
@Command(
    name = "tables",
    description = {
      "Runs TPC-C on a database with typed tables in its own process, ends that process with"
          + " SIGKILL at random times (while it works, or while it opens the directory), and starts"
          + " it again. The log is forced before each acknowledgement. The seed determines the"
          + " transactions and the times of kills. The work of the process at the time of a kill"
          + " depends on the machine.",
      "",
      "Each client enters every transaction that writes into a ledger, in the same transaction, and"
          + " reports the commit. Each start checks TPC-C's consistency conditions, compares the"
          + " numbers of orders, payments and deliveries in the tables with the ledger, and"
          + " compares the ledger with the reports. The checks thus prove that no acknowledged"
          + " transaction is lost, and that none has survived in parts."
    },
    exitCodeList = {
      "0:all checks passed",
      "1:a check failed",
      "2:wrong usage",
      "130:ended by Ctrl-C"
    },
    footer = {
      "  yardmaster torture tables --kills 50",
      "  yardmaster torture tables --kills 50 --protocol ssn --clients 8"
    })
final class TortureTablesCommand implements Callable<Integer> {

  private final Console console;

  @Spec private CommandSpec spec;

  @Option(
      names = "--kills",
      paramLabel = "<n>",
      converter = WholeNumber.Kills.class,
      defaultValue = "50",
      description = "Number of kills of the process; ${RANGE}.")
  private int kills;

  @Option(
      names = "--protocol",
      paramLabel = "<name>",
      converter = Choice.ProtocolName.class,
      defaultValue = "silo",
      description = "The concurrency control of the database.")
  private String protocol;

  @Option(
      names = "--clients",
      paramLabel = "<n>",
      converter = WholeNumber.TorturedClients.class,
      defaultValue = "4",
      description = "Number of clients, each on a thread of its own; ${RANGE}.")
  private int clients;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description =
          "The data directory. The directory must be empty, and is kept if a check fails. Default:"
              + " reports/torture-tables under the current folder, which is emptied first.")
  private Path data;

  @Option(
      names = "--keep",
      description = "Keep the data directory at the end. Default: it is removed.")
  private boolean keep;

  @Mixin private SeedOption seedOption;

  TortureTablesCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    CommandLine command = spec.commandLine();
    PrintWriter out = command.getOut();
    PrintWriter err = command.getErr();
    Path directory = directory(command);
    ErrorFiles errors = new ErrorFiles(Files.createTempDirectory("yardmaster-torture-"));
    StatusLine status = new StatusLine(err, console);
    TablesTorture.Plan plan =
        new TablesTorture.Plan(directory, protocol, clients, seedOption.seed());
    try (TablesTorture torture =
        new TablesTorture(
            plan,
            errors,
            console.clock(),
            killed -> {},
            totals -> status.show(() -> summary(totals)))) {
      TablesTorture.Totals totals = torture.run(kills);
      long seconds = TimeUnit.NANOSECONDS.toSeconds(status.passedNs());
      status.close();
      out.println(summary(totals));
      out.printf(
          Locale.ROOT,
          "No transaction was lost or has survived in parts, and TPC-C's conditions hold (%d s).%n",
          seconds);
      out.flush();
      if (!keep) {
        FileUtils.deleteDirectory(directory.toFile());
      }
      errors.delete();
      return ExitCode.OK;
    } catch (TortureFailure e) {
      status.close();
      return new BrokenRun(err, directory, errors.folder())
          .failed(
              e,
              String.format(
                  Locale.ROOT,
                  "./yardmaster torture tables --kills %d --protocol %s --clients %d --seed"
                      + " %d",
                  kills,
                  protocol,
                  clients,
                  seedOption.seed()));
    } catch (InterruptedException e) {
      status.close();
      return new BrokenRun(err, directory, errors.folder()).interrupted();
    }
  }

  private Path directory(CommandLine command) {
    try {
      if (data == null) {
        Path directory = Path.of("reports", "torture-tables");
        FileUtils.deleteDirectory(directory.toFile());
        return Files.createDirectories(directory);
      }
      try (Stream<Path> files = Files.list(Files.createDirectories(data))) {
        if (files.findAny().isPresent()) {
          throw new ParameterException(command, "--data: the directory is not empty: " + data);
        }
      }
      return data;
    } catch (IOException e) {
      throw new ParameterException(command, "--data: " + e, e);
    }
  }

  private static String summary(TablesTorture.Totals totals) {
    return String.format(
        Locale.ROOT,
        "%,d kills (%,d during a start) | %,d acknowledged | %,d committed without an answer |"
            + " longest start with its check %,d ms",
        totals.kills(),
        totals.inStart(),
        totals.acknowledged(),
        totals.unanswered(),
        totals.longestStartMs());
  }
}
