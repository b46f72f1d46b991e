package dev.yardmaster.benchmarks.cli;

import dev.yardmaster.benchmarks.engine.EngineSetup;
import dev.yardmaster.benchmarks.engine.EngineSide;
import dev.yardmaster.benchmarks.workload.records.RecordWorkload;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** How a workload over records is run on the engine, by whichever command. */
final class EngineOptions extends IntervalOptions {

  private static final double NS_PER_SECOND = 1e9;
  private static final long NS_PER_US = 1_000;
  private static final long SIMULATED_NS = 10_000_000;
  private static final long SIMULATED_WARM_UP_NS = 1_000_000;

  /** Transactions per second that no client exceeds. */
  private static final double FASTEST_CLIENT = 200_000;

  private static final int MIN_DRAWN = 1 << 10;
  private static final int MAX_DRAWN = 1 << 20;

  @Option(
      names = "--protocols",
      paramLabel = "<list>",
      converter = DistinctList.EngineSides.class,
      defaultValue = "silo,silo+rc",
      description =
          "The protocols to compare, comma-separated: silo, tictoc, no-wait, wait-die, wound-wait,"
              + " multi-version, lrv, gwv, rocc, mvrcc; with +rc behind its name one has the"
              + " thread-aware scheduler in front, with +hold one that holds back what conflicts"
              + " with a running transaction. Ratios are to the first.")
  private DistinctList<EngineSide> protocols;

  @Option(
      names = "--threads",
      paramLabel = "<n>",
      converter = WholeNumber.EngineThreads.class,
      defaultValue = "2",
      description = "Workers, each with a thread of its own; ${RANGE}.")
  private int threads;

  @Option(
      names = "--simulated",
      paramLabel = "<n>",
      converter = WholeNumber.SimulatedWorkers.class,
      defaultValue = "0",
      description =
          "Simulated workers instead, which take turns under virtual time, by the seed; all times"
              + " are virtual then, --seconds and --warmup too, and 0.01 and 0.001 unless they are"
              + " given: 0.01 s of 28 workers takes about half a minute. 1 to 192, or 0 for real"
              + " threads.")
  private int simulated;

  @Option(
      names = "--delay-us",
      paramLabel = "<us>",
      converter = WholeNumber.Microseconds.class,
      defaultValue = "0",
      description =
          "What each access costs besides, as if a client were at the other side of a network; so"
              + " more transactions than cores are open at once. ${RANGE}.")
  private int delayUs;

  @Option(
      names = "--batch-per-worker",
      paramLabel = "<n>",
      converter = WholeNumber.BatchPerWorker.class,
      defaultValue = "4",
      description = "Transactions of a scheduler's batch for each worker; ${RANGE}.")
  private int perWorker;

  @Option(
      names = "--check",
      description =
          "Record each round's history, the loaded records included, and check that it is"
              + " serializable; for few records. Default: off.")
  private boolean check;

  /** Checks what no option can check by itself. */
  void check(CommandLine command) {
    if (simulated > 0 && command.getParseResult().hasMatchedOption("--threads")) {
      throw new ParameterException(command, "--threads and --simulated exclude each other");
    }
  }

  /** Whether histories are checked. */
  boolean checksHistories() {
    return check;
  }

  /** The protocols to compare. */
  List<EngineSide> sides() {
    return protocols.values();
  }

  /**
   * So many transactions are drawn for each client that it does not run them twice, as far as
   * memory allows.
   */
  int drawn(int most, CommandLine cmd) {
    double seconds = (warmUpNs(cmd) + recordedNs(cmd)) / NS_PER_SECOND;
    int room = Math.min(most, MAX_DRAWN / workers());
    return (int) Math.max(MIN_DRAWN, Math.min(room, FASTEST_CLIENT * seconds));
  }

  private int workers() {
    return simulated > 0 ? simulated : threads;
  }

  private long recordedNs(CommandLine cmd) {
    return isSimulatedByDefault("--seconds", cmd) ? SIMULATED_NS : recordedNs();
  }

  private long warmUpNs(CommandLine cmd) {
    return isSimulatedByDefault("--warmup", cmd) ? SIMULATED_WARM_UP_NS : warmUpNs();
  }

  private boolean isSimulatedByDefault(String option, CommandLine cmd) {
    return simulated > 0 && !cmd.getParseResult().hasMatchedOption(option);
  }

  /** What all of them run. */
  EngineSetup setup(RecordWorkload workload, CommandLine cmd) {
    return new EngineSetup(
        workload,
        workers(),
        simulated > 0,
        delayUs * NS_PER_US,
        perWorker,
        warmUpNs(cmd),
        recordedNs(cmd),
        repeats(),
        seed(),
        check,
        false);
  }

  /** Settings by the names of their options. */
  Map<String, Object> settings(
      RecordWorkload workload, Map<String, Object> sizes, EngineSetup setup) {
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put("workload", workload.name());
    settings.putAll(sizes);
    settings.put(
        "protocols",
        protocols.values().stream().map(EngineSide::label).collect(Collectors.joining(",")));
    settings.put(setup.simulated() ? "simulated" : "threads", setup.workers());
    settings.put("virtualTime", setup.simulated());
    settings.put("delayUs", setup.delayNs() / NS_PER_US);
    settings.put("batchPerWorker", setup.perWorker());
    settings.put("checked", setup.checked());
    settings.put("seed", setup.seed());
    settings.put("warmupSeconds", setup.warmUpNs() / NS_PER_SECOND);
    settings.put("seconds", setup.recordedNs() / NS_PER_SECOND);
    settings.put("repeats", setup.repeats());
    return settings;
  }
}
