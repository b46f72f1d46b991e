package dev.yardmaster.benchmarks.cli.bench;

import dev.yardmaster.benchmarks.cli.command.Environment;
import dev.yardmaster.benchmarks.cli.command.MeasurementCommand;
import dev.yardmaster.benchmarks.cli.options.BankOptions;
import dev.yardmaster.benchmarks.cli.options.JsonOption;
import dev.yardmaster.benchmarks.cli.values.DecimalNumber;
import dev.yardmaster.benchmarks.cli.values.WholeNumber;
import dev.yardmaster.benchmarks.measure.Plan;
import dev.yardmaster.benchmarks.process.MeasuredProcess;
import dev.yardmaster.benchmarks.soak.ServerSoak;
import dev.yardmaster.benchmarks.soak.SoakReport;
import dev.yardmaster.benchmarks.wire.WireLoad;
import dev.yardmaster.benchmarks.workload.smallbank.SmallBank;
import dev.yardmaster.server.cli.values.SeedOption;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/**
 * Runs a server with many connections for some minutes and checks that its memory stays bounded.
 */
@Command(
    name = "connections",
    description = {
      "Runs smallbank for minutes against a server in its own process, over many connections of"
          + " the SDK and with many transactions in flight. Every second the command "
          + "samples the resident memory of the server.",
      "",
      "The server's heap has its full size and is resident from the start. Therefore any growth is"
          + " outside the heap. A server that needs more heap ends, and the run fails. Any"
          + " transaction that ends in an error fails the run."
    },
    exitCodeList = {
      "0:fine",
      "1:a run failed, a transaction failed, the accounts do not add up, or memory exceeds its"
          + " bound",
      "2:wrong usage",
      "130:ended by Ctrl-C"
    })
final class ConnectionsCommand extends MeasurementCommand {

  private static final double NS_PER_MINUTE = 60e9;
  private static final long WARM_UP_NS = 5_000_000_000L;
  private static final long BYTES_PER_MIB = 1L << 20;

  @Option(
      names = "--connections",
      paramLabel = "<n>",
      converter = WholeNumber.Connections.class,
      defaultValue = "1000",
      description = "Connections; ${RANGE}.")
  private int connections;

  @Option(
      names = "--concurrency",
      paramLabel = "<n>",
      converter = WholeNumber.Concurrency.class,
      defaultValue = "10000",
      description =
          "Transactions in flight, the sum over all connections; ${RANGE}, at least --connections.")
  private int concurrency;

  @Option(
      names = "--minutes",
      paramLabel = "<m>",
      converter = DecimalNumber.Minutes.class,
      defaultValue = "5",
      description = "Length of the run; ${RANGE}.")
  private double minutes;

  @Option(
      names = "--beyond-heap-mib",
      paramLabel = "<n>",
      converter = WholeNumber.Mebibytes.class,
      defaultValue = "512",
      description = "Upper bound of resident memory outside the heap, in MiB; ${RANGE}.")
  private int beyondHeapMib;

  @Option(
      names = "--growth-mib",
      paramLabel = "<n>",
      converter = WholeNumber.Mebibytes.class,
      defaultValue = "32",
      description =
          "Upper bound of the growth of resident memory from the second to the last quarter, in"
              + " MiB; ${RANGE}.")
  private int growthMib;

  @Mixin private SeedOption seedOption;

  @Mixin private JsonOption json;

  @ArgGroup(validate = false, heading = "%nWorkload:%n")
  private final BankOptions bankOptions = new BankOptions();

  ConnectionsCommand(Environment environment) {
    super(environment);
  }

  @Override
  public Integer call() throws IOException {
    if (concurrency < connections) {
      throw new ParameterException(
          command(), "--connections=" + connections + " is more than --concurrency=" + concurrency);
    }
    SmallBank bank = bankOptions.draw(seedOption.seed());
    long recordedNs = Math.round(minutes * NS_PER_MINUTE);
    long warmUpNs = Math.min(WARM_UP_NS, recordedNs);
    WireLoad load = new WireLoad(concurrency, Optional.empty(), warmUpNs, environment().clock());
    ServerSoak soak = new ServerSoak(bank, environment().servers(), connections, load, samples());
    return run(
        bank.name() + ": " + bank.description(),
        json.files(command()),
        progress ->
            SoakReport.ofServer(
                bank,
                settings(),
                (double) MeasuredProcess.HEAP_BYTES + beyondHeapMib * BYTES_PER_MIB,
                (double) growthMib * BYTES_PER_MIB,
                compare(
                        List.of(soak),
                        Plan.of(warmUpNs, recordedNs, 1).unrehearsed().unrepeated(),
                        progress)
                    .orInterrupted()));
  }

  @Override
  protected boolean failsByBars() {
    return true;
  }

  private Map<String, Object> settings() {
    Map<String, Object> settings = new LinkedHashMap<>();
    bankOptions.put(settings);
    settings.put("connections", connections);
    settings.put("concurrency", concurrency);
    settings.put("minutes", minutes);
    settings.put("seed", seedOption.seed());
    return settings;
  }
}
