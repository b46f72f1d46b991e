package dev.yardmaster.benchmarks.cli;

import dev.yardmaster.benchmarks.report.EnduranceReport;
import dev.yardmaster.benchmarks.wire.ChildProcess;
import dev.yardmaster.benchmarks.wire.Endurance;
import dev.yardmaster.benchmarks.wire.EnduranceFindings;
import dev.yardmaster.benchmarks.wire.EnduranceSample;
import dev.yardmaster.benchmarks.workload.smallbank.SmallBank;
import dev.yardmaster.server.cli.ReportFile;
import dev.yardmaster.server.cli.SeedNumber;
import dev.yardmaster.server.cli.TextTable;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Runs a server with many connections for long, and checks that its memory stays bounded. */
@Command(
    name = "connections",
    sortOptions = false,
    description = {
      "Runs smallbank against a server in a process of its own, over many connections of the SDK and"
          + " with many transactions in flight, for minutes; samples every second how much of the"
          + " server's memory is resident.",
      "",
      "The server's heap is as large as it may be, and resident, from the beginning, so what is seen"
          + " to grow is outside of it; a server that needs more heap ends, and the run fails. Any"
          + " error of any transaction fails the run."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:fine",
      "1:a run failed, a transaction failed, money is missing, or memory exceeds its bound",
      "2:wrong usage",
      "130:ended by Ctrl-C"
    })
final class ConnectionsCommand implements Callable<Integer> {

  private static final double NS_PER_MINUTE = 60e9;
  private static final long WARM_UP_NS = 5_000_000_000L;
  private static final double SECONDS_PER_LINE = 10;
  private static final long BYTES_PER_MIB = 1L << 20;

  private final Environment environment;

  @Spec private CommandSpec spec;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help and exit.")
  @SuppressWarnings("UnusedVariable") // the parser acts on it
  private boolean help;

  @Option(
      names = "--connections",
      paramLabel = "<n>",
      converter = WholeNumber.Connections.class,
      defaultValue = "1000",
      description = "Connections; 1 to 10,000. Default: ${DEFAULT-VALUE}.")
  private int connections;

  @Option(
      names = "--concurrency",
      paramLabel = "<n>",
      converter = WholeNumber.Concurrency.class,
      defaultValue = "10000",
      description =
          "Transactions in flight on all of them together; 1 to 100,000, at least --connections."
              + " Default: ${DEFAULT-VALUE}.")
  private int concurrency;

  @Option(
      names = "--minutes",
      paramLabel = "<m>",
      converter = DecimalNumber.Minutes.class,
      defaultValue = "5",
      description = "How long; 0.01 to 10000. Default: ${DEFAULT-VALUE}.")
  private double minutes;

  @Option(
      names = "--beyond-heap-mib",
      paramLabel = "<n>",
      converter = WholeNumber.Mebibytes.class,
      defaultValue = "512",
      description =
          "The most that may be resident beside the heap, in MiB; 1 to 100,000."
              + " Default: ${DEFAULT-VALUE}.")
  private int beyondHeapMib;

  @Option(
      names = "--growth-mib",
      paramLabel = "<n>",
      converter = WholeNumber.Mebibytes.class,
      defaultValue = "32",
      description =
          "The most by which what is resident may grow from the second quarter to the last, in MiB;"
              + " 1 to 100,000. Default: ${DEFAULT-VALUE}.")
  private int growthMib;

  @Option(
      names = "--seed",
      paramLabel = "<n>",
      converter = SeedNumber.class,
      defaultValue = "42",
      description =
          "Seed of every random choice; any whole number of 64 bits. Default: ${DEFAULT-VALUE}.")
  private long seed;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Where the JSON report goes, with every sample. Default: none is written.")
  private Path json;

  @ArgGroup(validate = false, heading = "%nWorkload:%n")
  private final BankOptions bankOptions = new BankOptions();

  ConnectionsCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() throws IOException {
    CommandLine command = spec.commandLine();
    if (concurrency < connections) {
      throw new ParameterException(
          command, "--connections=" + connections + " is more than --concurrency=" + concurrency);
    }
    ReportFile file = json == null ? null : ReportOptions.prepare("--json", json, command);
    PrintWriter out = command.getOut();
    PrintWriter err = command.getErr();
    SmallBank bank = bankOptions.draw(seed);
    out.println(bank.name() + ": " + bank.description());
    out.flush();
    EnduranceFindings found;
    try {
      long recordedNs = Math.round(minutes * NS_PER_MINUTE);
      found =
          new Endurance(bank, environment.yardmaster(), environment.clock(), now(err))
              .run(connections, concurrency, Math.min(WARM_UP_NS, recordedNs), recordedNs);
    } catch (InterruptedException e) {
      err.println("interrupted; no report written");
      return ExitCode.SOFTWARE;
    }
    EnduranceReport report =
        new EnduranceReport(
            found,
            ChildProcess.HEAP_BYTES + beyondHeapMib * BYTES_PER_MIB,
            growthMib * BYTES_PER_MIB);
    out.println();
    report.tables().forEach(table -> out.println(TextTable.render(table)));
    out.flush();
    found.brokenInvariant().ifPresent(line -> err.println("invariant broken: " + line));
    err.flush();
    if (file != null) {
      file.write(report.json());
    }
    return report.isFine() ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  /** Tells a sample every so many seconds. */
  private static Consumer<EnduranceSample> now(PrintWriter err) {
    double[] next = {SECONDS_PER_LINE};
    return sample -> {
      if (sample.second() >= next[0]) {
        next[0] += SECONDS_PER_LINE;
        err.println(EnduranceReport.line(sample));
        err.flush();
      }
    };
  }
}
