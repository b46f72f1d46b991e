package dev.yardmaster.benchmarks.cli.options;

import dev.yardmaster.benchmarks.cli.values.Choice;
import dev.yardmaster.benchmarks.cli.values.DistinctList;
import dev.yardmaster.benchmarks.cli.values.WholeNumber;
import dev.yardmaster.benchmarks.engine.EngineSetup;
import dev.yardmaster.benchmarks.engine.EngineSide;
import dev.yardmaster.benchmarks.engine.log.Logging;
import dev.yardmaster.benchmarks.engine.log.Logging.Device;
import dev.yardmaster.benchmarks.workload.records.RecordWorkload;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options of every command that runs a workload over records on the in-process engine. */
public final class EngineOptions extends ShortIntervals {

  private static final double NS_PER_SECOND = 1e9;
  private static final long NS_PER_US = 1_000;
  private static final long NS_PER_MS = 1_000_000;
  private static final int MAX_PHASES = 1_000;
  private static final long SIMULATED_NS = 50_000_000;
  private static final long SIMULATED_WARM_UP_NS = 1_000_000;

  /** The assumed maximum number of transactions that one client commits per second. */
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
              + " mocc, plor, plor-dwa, plor-auto, plor-optimistic, plor-rt, plor-latched, multi-version, si, ssi, ssn, lrv, gwv, rocc,"
              + " mvrcc, partcc, cormcc, hybrid, tebaldi, or one that is on the class path"
              + " (PROTOCOLS_CLASS_PATH, see docs/guide-engine.md). cormcc=silo*20/no-wait*20/partcc is a fixed mix,"
              + " and cormcc=tree chooses by a decision tree. With the suffix +precedence a transaction that"
              + " has restarted often takes precedence over transactions that conflict with it."
              + " With +rc a protocol runs behind"
              + " the batching paper's thread-aware scheduler. With +hold a protocol runs behind a scheduler "
              + "that holds"
              + " back transactions that conflict with a running transaction. With a last suffix"
              + " +redo or +undo each worker logs (see --log): the new rows at the commit, or the old"
              + " rows before each write. Ratios are to "
              + "the first"
              + " protocol.")
  private DistinctList<EngineSide> protocols;

  @Option(
      names = "--threads",
      paramLabel = "<n>",
      converter = WholeNumber.EngineThreads.class,
      defaultValue = "2",
      description = "Number of workers; each worker has its own thread; ${RANGE}.")
  private int threads;

  @Option(
      names = "--simulated",
      paramLabel = "<n>",
      converter = WholeNumber.SimulatedWorkers.class,
      defaultValue = "0",
      description =
          "Number of simulated workers, which run instead of threads, interleaved by the seed under"
              + " virtual time. All times are then virtual, including --seconds (default "
              + "0.05) and --warmup (default 0.001): 0.05 s of 28 workers takes about half "
              + "a minute. 1 to 192, or 0 for"
              + " real threads.")
  private int simulated;

  @Option(
      names = "--delay-us",
      paramLabel = "<us>",
      converter = WholeNumber.Microseconds.class,
      defaultValue = "0",
      description =
          "Additional cost of each access, as if a network were between client and server. "
              + "With a delay, more transactions than cores are open at once. ${RANGE}.")
  private int delayUs;

  @Option(
      names = "--slack",
      paramLabel = "<us>",
      converter = WholeNumber.Microseconds.class,
      defaultValue = "0",
      description =
          "Slack factor for protocols with deadlines (plor-rt), in microseconds: the deadline of a"
              + " transaction is its arrival plus this time for each record that the transaction"
              + " accesses; ${RANGE}.")
  private int slackUs;

  @Option(
      names = "--long",
      paramLabel = "<us>",
      converter = WholeNumber.Microseconds.class,
      defaultValue = "0",
      description =
          "Let each transaction of the first worker last this much longer, in microseconds, after"
              + " its last access; ${RANGE}.")
  private int longUs;

  @Option(
      names = "--drop",
      description =
          "Drop a transaction after its first aborted attempt, instead of running it again. Default:"
              + " off.")
  private boolean drop;

  @Option(
      names = "--redraw-ms",
      paramLabel = "<ms>",
      converter = WholeNumber.RedrawMilliseconds.class,
      description =
          "Let the load change: its parameters are drawn anew after each period of this many ms,"
              + " virtual ones with --simulated. The options state the first period. All protocols"
              + " have the same periods. --seconds is a multiple of the period; ${RANGE}. Default:"
              + " the load does not change.")
  private Integer redrawMs;

  @Option(
      names = "--batch-per-worker",
      paramLabel = "<n>",
      converter = WholeNumber.BatchPerWorker.class,
      defaultValue = "4",
      description =
          "Size of a scheduler's batch: the number of transactions for each worker; ${RANGE}.")
  private int perWorker;

  @Option(
      names = "--log",
      paramLabel = "<device>",
      converter = Choice.LogDevice.class,
      defaultValue = "memory",
      description =
          "Where protocols with +redo or +undo log: memory, which stands for persistent memory;"
              + " disk, where each record is forced by itself; or disk-groups, where the records"
              + " that arrive during a force share the next one. On disk a transaction ends when"
              + " its records are forced. With sync or async the tables of every protocol are"
              + " durable: a transaction ends when its commit is forced (sync), or when the"
              + " operating system has it (async); after the round the directory is recovered and"
              + " the tables are compared.")
  private Device logDevice;

  @Option(
      names = "--check",
      description =
          "Record each round's history, which includes the loaded records, and check that it has"
              + " the isolation of its protocol: serializable, or snapshots under si. Use this option with at most some thousand records. Default: off.")
  private boolean check;

  /** Checks the combinations of options. */
  public void check(RecordWorkload workload, CommandLine command) {
    for (EngineSide side : sides()) {
      try {
        side.check(workload);
      } catch (IllegalArgumentException wrong) {
        throw new ParameterException(
            command, "--protocols=" + side.label() + ": " + wrong.getMessage());
      }
    }
    if (simulated > 0 && command.getParseResult().hasMatchedOption("--threads")) {
      throw new ParameterException(command, "--threads and --simulated exclude each other");
    }
    if (logsOnDisk()) {
      checkLog(command);
    } else if (command.getParseResult().hasMatchedOption("--data")) {
      throw new ParameterException(command, "--data is for a log on disk, not for --log=memory");
    }
    if (slackUs > 0 && sides().stream().noneMatch(side -> side.usesDeadlines())) {
      throw new ParameterException(
          command,
          "--slack="
              + slackUs
              + " is for a protocol with deadlines, such as plor-rt; --protocols="
              + labels());
    }
  }

  /**
   * Returns the number of phases of a recorded interval; 1 if the load does not change. Each phase
   * has a different load.
   */
  public int phases(CommandLine command) {
    if (redrawMs == null) {
      return 1;
    }
    String option = "--redraw-ms=" + redrawMs;
    long recordedNs = recordedNs(command);
    long phaseNs = redrawMs * NS_PER_MS;
    if (recordedNs % phaseNs != 0 || recordedNs == phaseNs || recordedNs / phaseNs > MAX_PHASES) {
      throw new ParameterException(
          command,
          option + " is for --seconds of 2 to 1000 periods, not " + recordedNs / NS_PER_SECOND);
    }
    if (sides().stream().anyMatch(EngineSide::isScheduled)) {
      throw new ParameterException(
          command, option + " is for protocols without scheduler; --protocols=" + labels());
    }
    return (int) (recordedNs / phaseNs);
  }

  private void checkLog(CommandLine command) {
    String option = "--log=" + Choice.LogDevice.nameOf(logDevice);
    if (simulated > 0) {
      throw new ParameterException(command, option + " is not for --simulated=" + simulated);
    }
    if (logDevice.isOfTables()) {
      if (sides().stream().anyMatch(side -> side.logging() != Logging.NONE)) {
        throw new ParameterException(
            command, option + " is for protocols without +redo and +undo; --protocols=" + labels());
      }
      return;
    }
    if (sides().stream().allMatch(side -> side.logging() == Logging.NONE)) {
      throw new ParameterException(
          command, option + " is for protocols with +redo or +undo; --protocols=" + labels());
    }
  }

  /** Returns whether the workers or the tables log on disk. */
  public boolean logsOnDisk() {
    return logDevice != Device.MEMORY;
  }

  public boolean checksHistories() {
    return check;
  }

  /** Returns the protocols to compare. */
  public List<EngineSide> sides() {
    return protocols.values();
  }

  /**
   * Returns the number of transactions to draw for each client before a round. The number is large
   * enough for the fastest client, so that no transaction runs twice. If the drawn transactions
   * would need too much memory, the number is smaller.
   */
  public int drawn(int most, CommandLine cmd) {
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

  /**
   * Returns the setup that all protocols share.
   *
   * @param data the folder for logs on disk; null if there is no log on disk
   */
  public EngineSetup setup(RecordWorkload workload, Path data, CommandLine cmd) {
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
        false,
        drop,
        slackUs * NS_PER_US,
        longUs * NS_PER_US,
        logDevice,
        data);
  }

  private String labels() {
    return sides().stream().map(EngineSide::label).collect(Collectors.joining(","));
  }

  /** Returns the values of these options, each under the name of the option. */
  public Map<String, Object> settings(
      RecordWorkload workload, Map<String, Object> sizes, EngineSetup setup) {
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put("workload", workload.name());
    settings.putAll(sizes);
    settings.put("protocols", labels());
    settings.put(setup.simulated() ? "simulated" : "threads", setup.workers());
    settings.put("virtualTime", setup.simulated());
    settings.put("delayUs", setup.delayNs() / NS_PER_US);
    settings.put("slackUs", setup.slackNs() / NS_PER_US);
    settings.put("longUs", setup.longNs() / NS_PER_US);
    settings.put("drop", setup.drops());
    if (redrawMs != null) {
      settings.put("redrawMs", redrawMs);
    }
    settings.put("log", Choice.LogDevice.nameOf(setup.logDevice()));
    settings.put("batchPerWorker", setup.perWorker());
    settings.put("checked", setup.checked());
    settings.put("seed", setup.seed());
    settings.put("warmupSeconds", setup.warmUpNs() / NS_PER_SECOND);
    settings.put("seconds", setup.recordedNs() / NS_PER_SECOND);
    settings.put("repeats", setup.repeats());
    return settings;
  }
}
