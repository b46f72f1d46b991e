package dev.yardmaster.benchmarks.cli.options;

import dev.yardmaster.benchmarks.cli.values.DistinctList;
import dev.yardmaster.benchmarks.cli.values.WholeNumber;
import dev.yardmaster.benchmarks.jdbc.slices.ConnectionPool;
import dev.yardmaster.benchmarks.jdbc.slices.SlicedWorkload;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options for the comparison of the drop-in driver with the plain driver in slices. */
public final class SlicesOptions {

  private static final String SLICES = "--slices";
  private static final String PAIRS = "--pairs";
  private static final String WORKLOADS = "--workloads";
  private static final String POOLS = "--pools";
  private static final String ROWS = "--rows";

  private static final String INSTANCES = "--instances";

  private static final List<String> ONLY_WITH = List.of(PAIRS, WORKLOADS, POOLS, ROWS, INSTANCES);
  private static final List<String> ONLY_WITHOUT =
      List.of("--sides", "--logic", "--cap", "--lanes", "--repeats", "--check");

  private static final int QUICK_PAIRS = 2;

  /** The most connections of a side: the sides of a cell share 300 connections of a server. */
  private static final int MAX_CONNECTIONS = 128;

  @Option(
      names = SLICES,
      description =
          "Compare the drop-in driver at its default settings with the plain driver in alternating"
              + " slices, in every combination of --workloads, --forced-writes, --skew,"
              + " --connections and --pools. By default these are all workloads, on,off,"
              + " 0,0.9,1.2, 2,16,64 and all pools, in slices of 1 s; with --quick they are all"
              + " workloads, off, 0.9,1.2, 16 and none. Each combination has a server of its own."
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
  private DistinctList<ConnectionPool> pools;

  @Option(
      names = ROWS,
      paramLabel = "<n>",
      converter = WholeNumber.SqlRows.class,
      defaultValue = "10000",
      description = "Records of ycsb with --slices; ${RANGE}.")
  private int rows;

  @Option(
      names = INSTANCES,
      paramLabel = "<n>",
      converter = WholeNumber.DriverInstances.class,
      defaultValue = "1",
      description =
          "Number of instances of the drop-in driver, as in as many processes, for two further sides"
              + " of --slices that divide the connections between them: instances, where none"
              + " knows of the others, and coordinated, with a coordinator; ${RANGE}, 1 for"
              + " neither.")
  private int instances;

  /** Returns the number of instances of the driver; 1 for no further sides. */
  public int instances() {
    return instances;
  }

  /** Returns whether the command compares in slices. */
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
    if (instances > 1 && pools != null && pools.values().contains(ConnectionPool.HIKARI)) {
      throw new ParameterException(command, POOLS + "=hikari has no meaning with " + INSTANCES);
    }
    for (int each : connections) {
      if (isOn && each > MAX_CONNECTIONS) {
        throw new ParameterException(
            command, "--connections=" + each + ": at most " + MAX_CONNECTIONS + " with " + SLICES);
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

  /** Returns the pools; by default all, or only {@code none} in a quick run. */
  public List<ConnectionPool> pools(boolean quick) {
    if (pools != null) {
      return pools.values();
    }
    return quick || instances > 1 ? List.of(ConnectionPool.NONE) : List.of(ConnectionPool.values());
  }

  public int rows() {
    return rows;
  }
}
