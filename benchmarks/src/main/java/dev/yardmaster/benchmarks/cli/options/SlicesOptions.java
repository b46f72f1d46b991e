package dev.yardmaster.benchmarks.cli.options;

import dev.yardmaster.benchmarks.cli.values.DistinctList;
import dev.yardmaster.benchmarks.cli.values.WholeNumber;
import dev.yardmaster.benchmarks.jdbc.slices.PoolKind;
import dev.yardmaster.benchmarks.jdbc.slices.SlicedWorkload;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/**
 * The options for the comparison of the drop-in driver with the plain driver, whose measurements
 * alternate in short slices of time.
 */
public final class SlicesOptions {

  private static final String SLICES = "--slices";
  private static final String PAIRS = "--pairs";
  private static final String WORKLOADS = "--workloads";
  private static final String POOLS = "--pools";
  private static final String ROWS = "--rows";

  private static final String PROCESSES = "--processes";

  private static final List<String> ONLY_WITH = List.of(PAIRS, WORKLOADS, POOLS, ROWS, PROCESSES);
  private static final List<String> ONLY_WITHOUT =
      List.of("--sides", "--logic", "--cap", "--lanes", "--repeats", "--check");

  private static final int QUICK_PAIRS = 2;

  /**
   * The maximum number of connections of a side. One combination of the options' values is a cell
   * of the comparison. A cell has two or five sides, and all sides together may use the server's
   * 300 connections.
   */
  private static final int MAX_CONNECTIONS = 128;

  private static final int MAX_CONNECTIONS_OF_FIVE = 56;

  @Option(
      names = SLICES,
      description =
          "Compare the drop-in driver at its default settings with the plain driver in alternating"
              + " slices, in every combination of --workloads, --forced-writes, --skew,"
              + " --connections and --pools. By default these are all workloads, on,off,"
              + " 0,0.9,1.2, 2,16,64 and all pools, in slices of 1 s; with --quick they are all"
              + " workloads, off, 0.9,1.2, 16 and none. Each combination has its own server."
              + " --seconds is the length of a slice, and --warmup that of the unmeasured first"
              + " slice of each side, by default the same."
              + " Default: off.")
  private boolean isOn;

  @Option(
      names = PAIRS,
      paramLabel = "<n>",
      converter = WholeNumber.Pairs.class,
      defaultValue = "10",
      description =
          "Slices of each side in each combination, after one unmeasured slice; ${RANGE}, at most"
              + " 2 with --quick.")
  private int pairs;

  @Option(
      names = WORKLOADS,
      paramLabel = "<list>",
      converter = DistinctList.SlicedWorkloads.class,
      defaultValue = "smallbank,ycsb",
      description = "The workloads of --slices, comma-separated: ${RANGE}.")
  private DistinctList<SlicedWorkload> workloads;

  @Option(
      names = POOLS,
      paramLabel = "<list>",
      converter = DistinctList.ConnectionPools.class,
      description =
          "The pools above the drivers of --slices, comma-separated: none (each client keeps its"
              + " connection) or hikari (each attempt borrows a connection of a HikariCP pool)."
              + " Default: none,hikari.")
  private DistinctList<PoolKind> pools;

  @Option(
      names = ROWS,
      paramLabel = "<n>",
      converter = WholeNumber.SqlRows.class,
      defaultValue = "10000",
      description = "Records of ycsb with --slices; ${RANGE}.")
  private int rows;

  @Option(
      names = PROCESSES,
      paramLabel = "<n>",
      converter = WholeNumber.ClientProcesses.class,
      defaultValue = "1",
      description =
          "Number of client processes between which --slices divides the connections; ${RANGE}."
              + " Above 1 the clients of all sides run in child processes: the clients of the drop-in"
              + " driver in one process, those of the plain driver in all processes. Three further"
              + " sides run the drop-in driver in all processes: alone (the processes do not know of"
              + " each other), coordinated (with a coordinator in a separate process), and killed"
              + " (the coordinator is killed in the middle of each slice). The bars then apply to the"
              + " sides with a coordinator.")
  private int processes;

  /** Returns the number of client processes; 1 for clients in this process. */
  public int processes() {
    return processes;
  }

  /** Returns whether the command compares the drivers in alternating slices of time. */
  public boolean isOn() {
    return isOn;
  }

  /** Checks the combinations of options. */
  public void check(List<Integer> connections, CommandLine command) {
    for (String option : isOn ? ONLY_WITHOUT : ONLY_WITH) {
      if (isGiven(option, command)) {
        throw new ParameterException(
            command, option + (isOn ? " has no meaning with " : " needs ") + SLICES);
      }
    }
    if (processes > 1 && pools != null && pools.values().contains(PoolKind.HIKARI)) {
      throw new ParameterException(command, POOLS + "=hikari has no meaning with " + PROCESSES);
    }
    int most = processes > 1 ? MAX_CONNECTIONS_OF_FIVE : MAX_CONNECTIONS;
    for (int each : connections) {
      if (isOn && (each > most || each < processes)) {
        throw new ParameterException(
            command,
            "--connections="
                + each
                + ": from "
                + processes
                + " to "
                + most
                + " with "
                + (processes > 1 ? PROCESSES : SLICES));
      }
    }
  }

  /** Returns whether the command line names an option. */
  public static boolean isGiven(String option, CommandLine command) {
    return command.getParseResult().hasMatchedOption(option);
  }

  /** Returns the number of measured slices of each side. */
  public int pairs(boolean quick) {
    return quick ? Math.min(pairs, QUICK_PAIRS) : pairs;
  }

  public List<SlicedWorkload> workloads() {
    return workloads.values();
  }

  /**
   * Returns the connection pools to compare; by default all, or only {@code none} in a quick run.
   */
  public List<PoolKind> pools(boolean quick) {
    if (pools != null) {
      return pools.values();
    }
    return quick || processes > 1 ? List.of(PoolKind.NONE) : List.of(PoolKind.values());
  }

  public int rows() {
    return rows;
  }
}
