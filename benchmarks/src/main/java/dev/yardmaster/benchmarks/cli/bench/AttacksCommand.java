package dev.yardmaster.benchmarks.cli.bench;

import dev.yardmaster.benchmarks.attack.AttackKind;
import dev.yardmaster.benchmarks.attack.AttackLauncher;
import dev.yardmaster.benchmarks.attack.AttackReport;
import dev.yardmaster.benchmarks.attack.AttackSetup;
import dev.yardmaster.benchmarks.cli.command.Environment;
import dev.yardmaster.benchmarks.cli.command.MeasurementCommand;
import dev.yardmaster.benchmarks.cli.options.BankOptions;
import dev.yardmaster.benchmarks.cli.options.LongIntervals;
import dev.yardmaster.benchmarks.cli.options.ReportFileOptions;
import dev.yardmaster.benchmarks.cli.options.ReportFiles;
import dev.yardmaster.benchmarks.cli.values.DecimalNumber;
import dev.yardmaster.benchmarks.cli.values.DistinctList;
import dev.yardmaster.benchmarks.cli.values.WholeNumber;
import dev.yardmaster.benchmarks.load.OpenLoad;
import dev.yardmaster.benchmarks.measure.ProgressListener;
import dev.yardmaster.benchmarks.measure.Results;
import dev.yardmaster.benchmarks.report.Report;
import dev.yardmaster.benchmarks.run.ScratchDirectory;
import dev.yardmaster.benchmarks.wire.WireLoad;
import dev.yardmaster.benchmarks.workload.smallbank.SmallBank;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Measures how much each attack on a server delays another client of the server. */
@Command(
    name = "attacks",
    description = {
      "Runs smallbank at a steady rate, alternately on a server that is never attacked and "
          + "on a server under attack, and compares the latencies of this well-behaved "
          + "client. Each server"
          + " is a separate process with the default limits. Client and attackers are different"
          + " principals. The arrivals do not depend on the server, and latency counts from the"
          + " arrival. The attack is active before the warm-up begins.",
      "",
      "The run fails if the client's p99 with an attack is more than 5 times its p99 without, by"
          + " the median of the repeats, if less than 95%% of its transactions are answered, or if"
          + " more than 0.1%% are refused or not submitted. The run also fails if the "
          + "attackers reach less"
          + " than half of their rate, if the server reacts to more than 1%% of their acts in an"
          + " unexpected way, or if they end early.",
      "",
      "In reality attackers use their own processors. In this command they share the "
          + "machine with server and client. Therefore their process has the lowest "
          + "priority (nice 19), and each"
          + " attack has a fixed rate. The rate bounds the server's work for the attackers. "
          + "An attack at a higher rate is a high load, which limits for each client do not "
          + "prevent."
          + " busy-loop shows the effect of sharing the machine: its attackers use all "
          + "processors at the lowest priority, and send nothing. A ratio that does not "
          + "exceed the ratio of busy-loop is not an effect of the attack."
    },
    exitCodeList = {
      "0:fine: every attack is within its bars",
      "1:a run failed, the accounts do not add up, or an attack misses a bar",
      "2:wrong usage",
      "130:ended by Ctrl-C"
    })
final class AttacksCommand extends MeasurementCommand {

  private static final int MAX_OUTSTANDING = 100_000;

  @Option(
      names = "--attacks",
      paramLabel = "<list>",
      converter = DistinctList.Attacks.class,
      defaultValue =
          "busy-loop,unread-answers,unfinished-frames,left-transactions,slow-admin,"
              + "tls-handshakes,nested-lists",
      description = "The attacks, comma-separated: ${RANGE}.")
  private DistinctList<AttackKind> attacks;

  @Option(
      names = "--rate",
      paramLabel = "<n>",
      converter = DecimalNumber.ArrivalRate.class,
      defaultValue = "2000",
      description = "Transactions of the well-behaved client that arrive per second; ${RANGE}.")
  private double rate;

  @Option(
      names = "--connections",
      paramLabel = "<n>",
      converter = WholeNumber.Connections.class,
      defaultValue = "4",
      description = "Connections of the well-behaved client; ${RANGE}.")
  private int connections;

  @Option(
      names = "--shared-principal",
      description =
          "Give the attackers the token of the well-behaved client, as on a server without tokens."
              + " Limits of a principal then bind the client, too. Default: off.")
  private boolean sharedPrincipal;

  @Option(
      names = "--set",
      paramLabel = "<name=value>",
      description = "Set an option of the server by its name; may be repeated. Default: none.")
  private List<String> settings = List.of();

  @ArgGroup(validate = false, heading = "%nWorkload:%n")
  private final BankOptions bankOptions = new BankOptions();

  @ArgGroup(validate = false, heading = "%nComparison:%n")
  private final LongIntervals intervals = new LongIntervals();

  @Mixin private ReportFileOptions reports;

  AttacksCommand(Environment environment) {
    super(environment);
  }

  @Override
  public Integer call() throws IOException {
    for (String setting : settings) {
      if (setting.indexOf('=') <= 0) {
        throw new ParameterException(command(), "--set=" + setting + " is not name=value");
      }
    }
    ReportFiles files = reports.files(command());
    SmallBank bank = bankOptions.draw(intervals.seed());
    OpenLoad arrivals =
        new OpenLoad(rate, OpenLoad.Arrivals.POISSON, MAX_OUTSTANDING, intervals.seed());
    AttackSetup setup =
        new AttackSetup(
            environment().attacks(),
            bank,
            new WireLoad(
                MAX_OUTSTANDING,
                Optional.of(arrivals),
                intervals.warmUpNs(),
                environment().clock()),
            connections,
            sharedPrincipal,
            settings);
    return run(
        bank.name() + ": " + bank.description(), files, progress -> measure(setup, progress));
  }

  private Report measure(AttackSetup setup, ProgressListener progress) throws InterruptedException {
    List<Results> found = new ArrayList<>();
    for (AttackKind kind : attacks.values()) {
      command().getOut().println(kind.label() + ": " + kind.words());
      command().getOut().flush();
      Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
      try (ScratchDirectory calmFolder = ScratchDirectory.in(temporary);
          ScratchDirectory attackedFolder = ScratchDirectory.in(temporary);
          AttackLauncher.Running calm = setup.startServer(kind, calmFolder.path());
          AttackLauncher.Running attacked = setup.startServer(kind, attackedFolder.path())) {
        Results results =
            compare(setup.sides(kind, calm, attacked), intervals.plan(), progress)
                .named(kind.label());
        found.add(results);
        if (results.interrupted()) {
          break;
        }
      }
    }
    return AttackReport.of(
        setup.workload().name() + ": " + setup.workload().description(),
        settings(),
        attacks.values(),
        found);
  }

  @Override
  protected boolean failsByBars() {
    return true;
  }

  private Map<String, Object> settings() {
    Map<String, Object> values = new LinkedHashMap<>();
    bankOptions.put(values);
    values.put("seed", intervals.seed());
    values.put("rate", rate);
    values.put("connections", connections);
    values.put("sharedPrincipal", sharedPrincipal);
    values.put("serverSettings", settings);
    intervals.put(values);
    return values;
  }
}
