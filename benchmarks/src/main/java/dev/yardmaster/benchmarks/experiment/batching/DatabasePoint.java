package dev.yardmaster.benchmarks.experiment.batching;

import dev.yardmaster.benchmarks.experiment.Measured;
import dev.yardmaster.benchmarks.experiment.Point;
import dev.yardmaster.benchmarks.jdbc.JdbcComparison;
import dev.yardmaster.benchmarks.jdbc.JdbcFigures;
import dev.yardmaster.benchmarks.jdbc.JdbcPlan;
import dev.yardmaster.benchmarks.jdbc.JdbcResults;
import dev.yardmaster.benchmarks.jdbc.JdbcSideName;
import dev.yardmaster.benchmarks.postgres.PostgresServer;
import dev.yardmaster.benchmarks.run.Progress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.agrona.concurrent.NanoClock;

/**
 * SmallBank on a PostgreSQL server of the point's own, which is started for it and ends with it, or
 * with this process.
 *
 * @param key names it
 * @param plan with one skew and one number of connections
 * @param forcedWrites whether a commit waits for the disk
 */
record DatabasePoint(String key, JdbcPlan plan, boolean forcedWrites) implements Point {

  /** Transactions that changed something, committed in a second. */
  static final String COMMITTED = "committedPerSecond";

  /** Mean latency, from the begin of the first attempt, or from submission, to the commit. */
  static final String MEAN_US = "meanUs";

  /** Its 99th percentile. */
  static final String P99_US = "p99Us";

  /** Share of the attempts that a conflict ended. */
  static final String ABORT_RATE = "abortRate";

  /** Processor time of clients and scheduler for each commit. */
  static final String CLIENT_CPU_NS = "clientCpuNsPerCommit";

  /** Processor time of the server for each commit, to hundredths of a second for each process. */
  static final String SERVER_CPU_NS = "serverCpuNsPerCommit";

  private static final double NS_PER_SECOND = 1e9;
  private static final double START_SECONDS = 3;
  private static final double LOAD_SECONDS = 1;

  /** Checks that there is one comparison. */
  DatabasePoint {
    if (plan.skews().size() != 1 || plan.connections().size() != 1) {
      throw new IllegalArgumentException("a point is one comparison: key=" + key);
    }
  }

  @Override
  public List<String> sides() {
    return plan.sides().stream().map(JdbcSideName::label).toList();
  }

  @Override
  public double expectedSeconds() {
    double round = LOAD_SECONDS + (plan.warmUpNs() + plan.recordedNs()) / NS_PER_SECOND;
    return START_SECONDS + plan.sides().size() * (1 + plan.repeats()) * round;
  }

  @Override
  public Measured measure(NanoClock clock, Progress progress) throws InterruptedException {
    try (PostgresServer server = PostgresServer.embedded(forcedWrites)) {
      JdbcComparison comparison = new JdbcComparison(plan, server, clock, progress);
      JdbcResults results = comparison.run().get(0);
      Map<String, Map<String, List<Double>>> sides = new LinkedHashMap<>();
      for (JdbcResults.Row row : results.rows()) {
        Map<String, List<Double>> side = new LinkedHashMap<>();
        for (JdbcFigures repeat : row.repeats()) {
          values(repeat)
              .forEach(
                  (name, value) -> side.computeIfAbsent(name, any -> new ArrayList<>()).add(value));
        }
        sides.put(row.label(), side);
      }
      return new Measured(sides, comparison.findings());
    }
  }

  private static Map<String, Double> values(JdbcFigures figures) {
    Map<String, Double> values = new LinkedHashMap<>();
    values.put(COMMITTED, figures.committedPerSecond());
    values.put(MEAN_US, figures.latency().mean());
    values.put("p50Us", figures.latency().p50());
    values.put("p95Us", figures.latency().p95());
    values.put(P99_US, figures.latency().p99());
    double aborts = figures.abortsPerCommit();
    values.put(ABORT_RATE, aborts / (1 + figures.refusedPerCommit() + aborts));
    values.put("deadlocksPerCommit", figures.deadlocksPerCommit());
    values.put(CLIENT_CPU_NS, figures.clientCpuNsPerCommit());
    values.put(SERVER_CPU_NS, figures.serverCpuNsPerCommit());
    return values;
  }
}
