package dev.yardmaster.benchmarks.cli;

import dev.yardmaster.benchmarks.cli.command.Environment;
import dev.yardmaster.benchmarks.cli.command.MeasurementCommand;
import dev.yardmaster.benchmarks.cli.options.JsonOption;
import dev.yardmaster.benchmarks.cli.values.Choice;
import dev.yardmaster.benchmarks.cli.values.DecimalNumber;
import dev.yardmaster.benchmarks.cli.values.WholeNumber;
import dev.yardmaster.benchmarks.plan.ClusterPlan;
import dev.yardmaster.benchmarks.plan.ClusterPlanner;
import dev.yardmaster.benchmarks.plan.PlanReport;
import dev.yardmaster.benchmarks.plan.PlannedLoad;
import dev.yardmaster.benchmarks.plan.PlannedLoad.Mix;
import dev.yardmaster.server.cli.values.SeedOption;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Plans a cluster for a load, by a simulation on virtual cores. */
@Command(
    name = "plan",
    description = {
      "Prints how many machines of each kind a load needs, the commits and the latency to expect,"
          + " and the part that is full first.",
      "",
      "The command runs the load on virtual cores. It tries one and two threads first, on which all"
          + " parts run; then it adds threads to the parts that are busier than --busy, and repeats"
          + " this, which takes some seconds. If all threads fit on one machine, the plan is one"
          + " machine. Otherwise processors, storage and the validator have machines"
          + " of their own, --hop-us apart. Equal options give equal plans. The costs of the"
          + " operations come from one machine, so measure before you buy:"
          + " experiment machines --figure plan compares predictions with measurements."
    },
    exitCodeList = {"0:fine", "1:no plan reaches the rate", "2:wrong usage", "130:ended by Ctrl-C"},
    footer = {
      "  yardmaster plan --rate 200000",
      "  yardmaster plan --rate 1200000 --workload micro --keys 1000000 --skew 0.6 --hop-us 50",
      "  yardmaster plan --rate 800000 --reads 4 --writes 1 --cores 4 --json plan.json"
    })
final class PlanCommand extends MeasurementCommand {

  private static final double NS_PER_US = 1_000;
  private static final double PER_CENT = 0.01;

  @Option(
      names = "--rate",
      required = true,
      paramLabel = "<n>",
      converter = DecimalNumber.PlannedRate.class,
      description = "Transactions that arrive per second; ${RANGE}.")
  private double rate;

  @Option(
      names = "--workload",
      paramLabel = "<name>",
      converter = Choice.PlannedMix.class,
      description =
          "The transactions: ${RANGE}. accesses: --reads and --writes describe them. Default:"
              + " smallbank, or accesses with --reads or --writes.")
  private Mix mix;

  @Option(
      names = "--reads",
      paramLabel = "<n>",
      converter = WholeNumber.PlannedAccesses.class,
      description = "Keys that a transaction of the workload accesses reads; ${RANGE}. Default: 4.")
  private Integer reads;

  @Option(
      names = "--writes",
      paramLabel = "<n>",
      converter = WholeNumber.PlannedWrites.class,
      description = "How many of these keys it also writes; ${RANGE}, at most --reads. Default: 2.")
  private Integer writes;

  @Option(
      names = "--keys",
      paramLabel = "<n>",
      converter = WholeNumber.PlannedKeys.class,
      defaultValue = "100000",
      description =
          "Keys; ${RANGE}. A customer of smallbank has two. At most 50,000 are simulated; more keys"
              + " have fewer conflicts.")
  private int keys;

  @Option(
      names = "--skew",
      paramLabel = "<theta>",
      converter = DecimalNumber.Skew.class,
      defaultValue = "0.9",
      description = "Skew with which keys are drawn: theta of Zipf's law, ${RANGE}; 0 is uniform.")
  private double skew;

  @Option(
      names = "--hop-us",
      paramLabel = "<us>",
      converter = WholeNumber.PlannedHop.class,
      defaultValue = "50",
      description = "Time of a message between machines, in microseconds; ${RANGE}.")
  private int hopUs;

  @Option(
      names = "--cores",
      paramLabel = "<n>",
      converter = WholeNumber.PlannedCores.class,
      defaultValue = "8",
      description = "Cores of a machine; ${RANGE}. A machine runs at most this number of threads.")
  private int cores;

  @Option(
      names = "--busy",
      paramLabel = "<percent>",
      converter = WholeNumber.PlannedBusy.class,
      defaultValue = "70",
      description =
          "The largest share of the time in which a thread may have work, in percent; ${RANGE}.")
  private int busy;

  @ArgGroup(validate = false, heading = "%nSimulation:%n")
  private final SeedOption seed = new SeedOption();

  @Mixin private JsonOption json;

  PlanCommand(Environment environment) {
    super(environment);
  }

  @Override
  public Integer call() throws IOException {
    PlannedLoad load = load();
    boolean[] isEnough = {true};
    int exitCode =
        run(
            "Planning on virtual cores",
            json.files(command()),
            progress -> {
              ClusterPlan plan =
                  new ClusterPlanner(hopUs * NS_PER_US, cores, busy * PER_CENT).plan(load);
              isEnough[0] = plan.isEnough();
              return PlanReport.of(plan, settings(load));
            });
    return isEnough[0] ? exitCode : ExitCode.SOFTWARE;
  }

  private PlannedLoad load() {
    boolean hasAccesses = reads != null || writes != null;
    Mix chosen = mix != null ? mix : hasAccesses ? Mix.ACCESSES : Mix.SMALLBANK;
    if (hasAccesses && chosen != Mix.ACCESSES) {
      throw new ParameterException(
          command(),
          "--reads and --writes need --workload=accesses, not --workload=" + chosen.label());
    }
    int read = reads == null ? Math.max(4, writes == null ? 0 : writes) : reads;
    int written = writes == null ? Math.min(2, read) : writes;
    if (written > read) {
      throw new ParameterException(
          command(), "--writes=" + written + " must be at most --reads=" + read);
    }
    return new PlannedLoad(rate, chosen, keys, read, written, skew, seed.seed());
  }

  private Map<String, Object> settings(PlannedLoad load) {
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put("rate", load.rate());
    settings.put("workload", load.mix().label());
    if (load.mix() == Mix.ACCESSES) {
      settings.put("reads", load.reads());
      settings.put("writes", load.writes());
    }
    settings.put("keys", load.keys());
    settings.put("simulatedKeys", load.simulatedKeys());
    settings.put("skew", load.skew());
    settings.put("hopUs", hopUs);
    settings.put("cores", cores);
    settings.put("busy", busy);
    settings.put("seed", load.seed());
    return settings;
  }
}
