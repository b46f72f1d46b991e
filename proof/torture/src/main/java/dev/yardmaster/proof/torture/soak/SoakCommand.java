package dev.yardmaster.proof.torture.soak;

import dev.yardmaster.proof.torture.BankHistory;
import dev.yardmaster.proof.torture.BankService;
import dev.yardmaster.proof.torture.BrokenRun;
import dev.yardmaster.proof.torture.DurableBankOptions;
import dev.yardmaster.proof.torture.ErrorFiles;
import dev.yardmaster.proof.torture.TortureFailure;
import dev.yardmaster.server.cli.Console;
import dev.yardmaster.server.cli.StatusLine;
import dev.yardmaster.server.cli.values.DecimalRange;
import dev.yardmaster.server.cli.values.SeedOption;
import dev.yardmaster.server.cli.values.WholeNumberRange;
import dev.yardmaster.server.cli.values.WholeNumberRange.Of;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Loads and disturbs a durable server for a long time. */
@Command(
    name = "soak",
    description = {
      "Runs SmallBank over the network on a durable server in its own process, for a long time and"
          + " under disturbances. Every transaction has an id, and half of the payments are"
          + " interactive. The run has several stretches on one data directory,"
          + " four of 90 minutes if not stated otherwise. After each"
          + " stretch the server's process is ended while it works, with SIGKILL and SIGTERM in"
          + " turn, and started again. The seed determines the transactions and the disturbances;"
          + " the machine determines which transactions a disturbance affects.",
      "",
      "Every few seconds one of these disturbances begins: all connections of a client are reset;"
          + " a client reads large values and does not take the answers until the server stops"
          + " reading from it; the disk is full, for all files,"
          + " whereupon the server must end and start again once there is room, or only for"
          + " checkpoints; the wall clock steps forward or back by up to 4 s. Disk and clock are"
          + " simulated inside the server's process: a write fails after half of its bytes as on a"
          + " full disk, but the real disk has room; and only the server sees the clock's steps,"
          + " because ids from more than 10 s ahead of its clock would be refused."
          + " A disturbance is active at the end of each stretch. Only disturbances that "
          + "took effect are"
          + " counted. A stretch ends later if a kind of"
          + " disturbance has had no effect yet, and a kind without an effect five times in "
          + "a row fails the run. A server that ends for another reason than a refused "
          + "write of its log fails"
          + " the run, too, and so does a server that does not end after such a write.",
      "",
      "A check stops the load, waits for all outcomes, and compares all accounts and the sum of all"
          + " accounts with a model that has run the committed transactions in commit order: nothing"
          + " acknowledged is lost, and nothing that was answered as aborted took effect. Receipts"
          + " are checked all the time. Every client must commit a transaction, too."
          + " Then the server's process is measured after a full"
          + " collection. The first check of a process follows a warm-up of a minute or a "
          + "quarter of the stretch. No figure of a later check may exceed the figure of "
          + "this first check by more than a tolerance.",
      "",
      "The tolerances are: "
          + Figures.TOLERANCES
          + ". A figure that is back in its bounds within 15 s, or a quarter of a shorter stretch, has"
          + " not grown."
    },
    exitCodeList = {
      "0:all checks passed",
      "1:a check failed",
      "2:wrong usage",
      "130:ended by Ctrl-C, which ends the server's process, too"
    },
    footer = {
      "  yardmaster soak",
      "  yardmaster soak --minutes 4 --durability async",
      "  yardmaster soak --minutes 4 --engine plor",
      "  yardmaster soak --minutes 60 --stretches 12 --seed 7",
      "  yardmaster soak --stretches 1 --data /tmp/soaked --keep",
      "  yardmaster soak --stretches 3 --data /tmp/soaked --keep --continue"
    })
public final class SoakCommand implements Callable<Integer> {

  private static final double NS_PER_MINUTE = 60e9;

  /** The length of the run. */
  static final class Minutes extends DecimalRange {
    Minutes() {
      super("0.05", "100000", "number of minutes");
    }
  }

  /** The number of stretches. */
  @Of(value = "stretches", least = 1, most = 1_000)
  static final class Stretches extends WholeNumberRange {}

  /** The number of clients. */
  @Of(value = "clients", least = 1, most = 1_000)
  static final class Clients extends WholeNumberRange {}

  private final Console console;

  @Spec private CommandSpec spec;

  @Option(
      names = "--minutes",
      paramLabel = "<m>",
      converter = Minutes.class,
      defaultValue = "90",
      description =
          "Length of each stretch; ${RANGE}. With the default of 90 and four stretches the run takes"
              + " 6 hours.")
  private double minutes;

  @Option(
      names = "--stretches",
      paramLabel = "<n>",
      converter = Stretches.class,
      defaultValue = "4",
      description = "Number of stretches, which are equally long; ${RANGE}.")
  private int stretches;

  @Option(
      names = "--check-minutes",
      paramLabel = "<m>",
      converter = Minutes.class,
      defaultValue = "10",
      description =
          "Time between two checks; ${RANGE}. The time is shorter if a stretch would have "
              + "less than two checks after the first check.")
  private double checkMinutes;

  @Option(
      names = "--clients",
      paramLabel = "<n>",
      converter = Clients.class,
      defaultValue = "20",
      description = "Clients, with two connections each; ${RANGE}.")
  private int clients;

  @Option(
      names = "--continue",
      description =
          "Continue on the data directory of an earlier run, which passed all checks and has kept"
              + " it: a long soak can be run in parts. All accounts must have the balances with"
              + " which that run ended. This option needs --data, and --customers if that "
              + "run had it.")
  private boolean continues;

  @Mixin private DurableBankOptions bank;

  @Mixin private SeedOption seedOption;

  /** Creates a command that shows its progress on a console. */
  public SoakCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    CommandLine command = spec.commandLine();
    PrintWriter out = command.getOut();
    PrintWriter err = command.getErr();
    BankService service = bank.service(command);
    Path directory = continues ? bank.keptDirectory(command) : bank.directory(command);
    Optional<BankHistory> earlier =
        continues ? Optional.of(bank.keptHistory(command, directory)) : Optional.empty();
    ErrorFiles errors = new ErrorFiles(Files.createTempDirectory("yardmaster-soak-"));
    StatusLine status = new StatusLine(err, console);
    SoakPlan plan =
        new SoakPlan(
            service,
            stretches,
            Math.round(minutes * NS_PER_MINUTE),
            Math.round(checkMinutes * NS_PER_MINUTE),
            bank.customers(),
            clients,
            bank.concurrency());
    try (Soak soak =
        new Soak(
            directory,
            errors,
            plan,
            earlier,
            SoakedServer.class,
            new SplittableRandom(seedOption.seed()),
            console.clock(),
            totals -> status.show(totals::summary))) {
      SoakTotals totals = soak.run();
      status.close();
      out.println(totals.summary());
      out.printf(
          Locale.ROOT,
          "Nothing acknowledged was lost, nothing has grown; the bank holds %,d cents, as"
              + " expected.%n",
          soak.history().model().totalCents());
      out.flush();
      bank.writeIfKept(directory, soak.history());
      bank.deleteUnlessKept(directory);
      errors.delete();
      return ExitCode.OK;
    } catch (TortureFailure e) {
      status.close();
      return new BrokenRun(err, directory, errors.folder())
          .failed(e, service.options() + " --seed " + seedOption.seed());
    } catch (InterruptedException e) {
      status.close();
      return new BrokenRun(err, directory, errors.folder()).interrupted();
    }
  }
}
