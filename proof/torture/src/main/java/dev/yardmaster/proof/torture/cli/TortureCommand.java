package dev.yardmaster.proof.torture.cli;

import dev.yardmaster.proof.torture.BankService;
import dev.yardmaster.proof.torture.BrokenRun;
import dev.yardmaster.proof.torture.Copies;
import dev.yardmaster.proof.torture.DurableBankOptions;
import dev.yardmaster.proof.torture.ErrorFiles;
import dev.yardmaster.proof.torture.Restoring;
import dev.yardmaster.proof.torture.Torture;
import dev.yardmaster.proof.torture.TortureFailure;
import dev.yardmaster.proof.torture.TortureTotals;
import dev.yardmaster.proof.torture.cluster.ClusterTorture;
import dev.yardmaster.proof.torture.cluster.ClusterTotals;
import dev.yardmaster.server.cli.Console;
import dev.yardmaster.server.cli.StatusLine;
import dev.yardmaster.server.cli.values.SeedOption;
import dev.yardmaster.server.cli.values.WholeNumberRange;
import dev.yardmaster.server.cli.values.WholeNumberRange.Of;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Kills a durable service repeatedly, at random times. */
@Command(
    name = "torture",
    description = {
      "Runs SmallBank on a durable service in its own process, ends that process with SIGKILL at"
          + " random times (while it works, while it starts, or while it reports the outcomes of"
          + " earlier transactions), and starts it again. The seed determines the transactions and"
          + " the times of kills. The work of the process at the time of a kill depends on the"
          + " machine.",
      "",
      "Every transaction has an id. If a kill leaves a transaction without an answer, the"
          + " transaction is queried by its id or submitted once more; some answered transactions"
          + " are submitted once more, too. A model runs all committed transactions in commit"
          + " order. Each receipt, each account and the sum of all accounts must match the model."
          + " The checks thus prove that no acknowledged transaction is lost, that none commits"
          + " twice, and that an id always has the same outcome.",
      "",
      "The service has an archive. At random moments the service takes a backup while "
          + "transactions run;"
          + " some kills interrupt a backup, which the next backup to the same directory "
          + "must replace. Some backups are restored, alone or with the archive up to a random"
          + " version (restore --to-version), to a new directory. A service is started on "
          + "this directory, and every account must have its state at that version. The "
          + "archive and the backups are in"
          + " the folder DIR-copies beside the data directory DIR. With --engine, the service is"
          + " an in-process engine, which has backups but no archive."
    },
    exitCodeList = {
      "0:all checks passed",
      "1:a check failed",
      "2:wrong usage",
      "130:ended by Ctrl-C"
    },
    footer = {
      "  yardmaster torture --kills 50",
      "  yardmaster torture --kills 500 --durability async --customers 10",
      "  yardmaster torture --kills 50 --engine plor",
      "  yardmaster torture --kills 50 --storage disk",
      "  yardmaster torture --cluster 3 --kills 22"
    })
public final class TortureCommand implements Callable<Integer> {

  /** The number of kills. */
  @Of(value = "kills", least = 1, most = 1_000_000)
  static final class Kills extends WholeNumberRange {}

  private final Console console;

  @Spec private CommandSpec spec;

  @Option(
      names = "--kills",
      paramLabel = "<n>",
      converter = Kills.class,
      defaultValue = "50",
      description = "Number of kills of the process; ${RANGE}.")
  private int kills;

  /** The number of servers of a cluster. */
  @Of(value = "servers", least = 3, most = 7)
  static final class Servers extends WholeNumberRange {}

  @Option(
      names = "--cluster",
      paramLabel = "<n>",
      converter = Servers.class,
      description =
          "Torture a cluster of this number of servers, each in its own process; ${RANGE}. --kills"
              + " is then the number of faults: servers are killed, stopped for 0.1 to 5 s (one, in"
              + " a run with at least 100 faults, for 70 s), cut off from the others in one or"
              + " both directions, replaced by new ones, and hand over the leadership.")
  private Integer servers;

  @Mixin private DurableBankOptions bank;

  @Mixin private SeedOption seedOption;

  /** Creates a command that shows its progress on a console. */
  public TortureCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    CommandLine command = spec.commandLine();
    PrintWriter out = command.getOut();
    PrintWriter err = command.getErr();
    if (servers != null) {
      return tortureCluster(command);
    }
    BankService service = bank.service(command);
    Path directory = bank.directory(command);
    ErrorFiles errors = new ErrorFiles(Files.createTempDirectory("yardmaster-torture-"));
    StatusLine status = new StatusLine(err, console);
    try (Torture torture =
        new Torture(
            directory,
            errors,
            service,
            bank.customers(),
            bank.concurrency(),
            new SplittableRandom(seedOption.seed()),
            Restoring.PRODUCT,
            console.clock(),
            totals -> status.show(() -> summary(totals)))) {
      TortureTotals totals = torture.run(kills);
      status.close();
      out.println(summary(totals));
      out.printf(
          Locale.ROOT,
          "No transaction was lost or committed twice; the bank holds %,d cents, as expected.%n"
              + "Each restored directory had the balances of its version.%n",
          torture.totalCents());
      out.flush();
      bank.deleteUnlessKept(directory);
      errors.delete();
      return ExitCode.OK;
    } catch (TortureFailure e) {
      status.close();
      return new BrokenRun(err, directory, errors.folder())
          .failed(
              e,
              String.format(
                  Locale.ROOT,
                  "./yardmaster torture --kills %d %s --customers %d --concurrency %d --seed"
                      + " %d",
                  kills,
                  service.options(),
                  bank.customers(),
                  bank.concurrency(),
                  seedOption.seed()));
    } catch (InterruptedException e) {
      status.close();
      return new BrokenRun(err, directory, errors.folder()).interrupted();
    }
  }

  private int tortureCluster(CommandLine command) throws IOException {
    for (String option : List.of("--engine", "--durability", "--storage")) {
      if (command.getParseResult().hasMatchedOption(option)) {
        throw new ParameterException(command, option + " has no effect with --cluster");
      }
    }
    PrintWriter out = command.getOut();
    PrintWriter err = command.getErr();
    Path directory = bank.directory(command);
    Path errors = Files.createTempDirectory("yardmaster-torture-");
    StatusLine status = new StatusLine(err, console);
    try (ClusterTorture torture =
        new ClusterTorture(
            directory,
            errors,
            servers,
            bank.customers(),
            bank.concurrency(),
            new SplittableRandom(seedOption.seed()),
            console.clock(),
            totals -> status.show(() -> summary(totals)))) {
      ClusterTotals totals = torture.run(kills);
      status.close();
      out.println(summary(totals));
      totals.silences().forEach(out::println);
      out.println("No transaction was lost or committed twice; every account is as expected.");
      out.flush();
      bank.deleteUnlessKept(directory);
      Copies.delete(errors);
      return ExitCode.OK;
    } catch (TortureFailure e) {
      status.close();
      return new BrokenRun(err, directory, errors)
          .failed(
              e,
              String.format(
                  Locale.ROOT,
                  "./yardmaster torture --cluster %d --kills %d --customers %d --concurrency %d"
                      + " --seed %d",
                  servers,
                  kills,
                  bank.customers(),
                  bank.concurrency(),
                  seedOption.seed()));
    } catch (InterruptedException e) {
      status.close();
      return new BrokenRun(err, directory, errors).interrupted();
    }
  }

  private static String summary(ClusterTotals totals) {
    return String.format(
        Locale.ROOT,
        "%,d faults, %,d terms | %,d committed, %,d aborted by their logic, %,d submitted again",
        totals.faults(),
        totals.terms(),
        totals.committed(),
        totals.aborted(),
        totals.resubmitted());
  }

  private static String summary(TortureTotals totals) {
    return String.format(
        Locale.ROOT,
        "%,d kills (%,d during a start) | %,d answered, %,d committed | %,d without an answer; of"
            + " %,d queried by id, %,d had committed | %,d submitted again | %,d backups, %,d cut"
            + " off, %,d restores checked, %,d of them with the archive | longest start %,d ms",
        totals.kills(),
        totals.inStart(),
        totals.answered(),
        totals.committed(),
        totals.unknown(),
        totals.asked(),
        totals.askedCommitted(),
        totals.repeated(),
        totals.backups(),
        totals.backupsCut(),
        totals.restores(),
        totals.restoresWithArchive(),
        totals.longestStartMs());
  }
}
