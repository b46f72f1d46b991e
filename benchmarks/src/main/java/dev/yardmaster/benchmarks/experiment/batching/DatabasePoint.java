package dev.yardmaster.benchmarks.experiment.batching;

import dev.yardmaster.benchmarks.experiment.Point;
import dev.yardmaster.benchmarks.jdbc.JdbcComparison;
import dev.yardmaster.benchmarks.jdbc.JdbcPlan;
import dev.yardmaster.benchmarks.jdbc.JdbcSideName;
import dev.yardmaster.benchmarks.measure.ProgressListener;
import dev.yardmaster.benchmarks.measure.Results;
import dev.yardmaster.benchmarks.postgres.PostgresServer;
import java.util.List;
import org.agrona.concurrent.NanoClock;

/**
 * A point that measures SmallBank on a PostgreSQL server. The point starts its own server. The
 * server ends with the measurement, or at the latest with this process.
 *
 * @param key the point's name
 * @param plan the plan of the comparison, with one skew and one number of connections
 * @param forcedWrites whether a commit waits for the disk
 */
record DatabasePoint(String key, JdbcPlan plan, boolean forcedWrites) implements Point {

  private static final double NS_PER_SECOND = 1e9;
  private static final double START_SECONDS = 3;
  private static final double LOAD_SECONDS = 1;

  /** Checks that the plan contains only one comparison. */
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
  public Results measure(NanoClock clock, ProgressListener progress) throws InterruptedException {
    try (PostgresServer server = PostgresServer.embedded(forcedWrites)) {
      return new JdbcComparison(plan, server, clock, progress).run().get(0).results().named(key);
    }
  }
}
