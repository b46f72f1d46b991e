package dev.yardmaster.benchmarks.jdbc;

import dev.yardmaster.benchmarks.jdbc.bank.BankArguments;
import dev.yardmaster.benchmarks.jdbc.bank.BankTables;
import dev.yardmaster.benchmarks.jdbc.bank.DrawnTransactions;
import dev.yardmaster.benchmarks.measure.Comparison;
import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.Plan;
import dev.yardmaster.benchmarks.measure.ProgressListener;
import dev.yardmaster.benchmarks.measure.Results;
import dev.yardmaster.benchmarks.measure.Side;
import dev.yardmaster.benchmarks.postgres.PostgresServer;
import dev.yardmaster.benchmarks.workload.DrawnCalls;
import dev.yardmaster.benchmarks.workload.WorkloadFailure;
import dev.yardmaster.benchmarks.workload.smallbank.SmallBank;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.agrona.concurrent.NanoClock;

/**
 * Compares sides for every skew and number of connections. If the limit of a side's concurrent
 * transactions is not given, the comparison first tries several limits and then uses the best
 * limit.
 */
public final class JdbcComparison {

  /** The name of the setting that contains a side's limit, given or tuned. */
  public static final String LIMIT = "limit";

  private static final List<Integer> LIMITS = List.of(1, 2, 3, 4, 6, 8, 12, 16);
  private static final long MAX_TUNED_NS = 2_000_000_000L;
  private static final double NS_PER_SECOND = 1e9;

  private final PostgresServer server;
  private final JdbcPlan plan;
  private final BankTables tables;
  private final NanoClock clock;
  private final ProgressListener progress;

  /**
   * The results at one skew with one number of connections.
   *
   * @param tunings the results of the comparisons of limits, in which each limit is a side
   */
  public record Found(double skew, int connections, List<Results> tunings, Results results) {}

  /** Creates a comparison, which has not run yet, on a server with an empty schema. */
  public JdbcComparison(
      JdbcPlan plan, PostgresServer server, NanoClock clock, ProgressListener progress) {
    this.plan = plan;
    this.server = server;
    this.tables = new BankTables(server, plan.customers(), plan.lockOrder(), plan.isChecked());
    this.clock = clock;
    this.progress = progress;
  }

  /**
   * Runs the comparison. Call this method at most once.
   *
   * @throws WorkloadFailure if the database or a client failed
   */
  public List<Found> run() throws InterruptedException {
    try {
      tables.create();
    } catch (SQLException e) {
      throw new WorkloadFailure("cannot make the bank's tables: " + e.getMessage(), e);
    }
    List<Found> found = new ArrayList<>();
    int left = plan.skews().size() * plan.connections().size();
    for (double skew : plan.skews()) {
      DrawnCalls<BankArguments> drawn =
          DrawnTransactions.of(
              new SmallBank(plan.customers(), skew, plan.seed()), plan.customers());
      for (int connections : plan.connections()) {
        left--;
        found.add(new Setting(skew, connections, drawn, left).compare());
      }
    }
    return found;
  }

  /**
   * Returns the limits to try; no limit exceeds the number of connections, because such a limit has
   * no effect.
   */
  static List<Integer> limits(int connections) {
    return LIMITS.stream().filter(limit -> limit <= connections).toList();
  }

  /** Returns the limit with the highest throughput. */
  static int best(Results tried) {
    return tried.rows().stream()
        .max(Comparator.comparingDouble(row -> row.value(Metric.COMMITTED)))
        .map(row -> (Integer) row.settings().get(LIMIT))
        .orElseThrow();
  }

  /** The comparison at one skew with one number of connections. */
  private final class Setting {
    private final double skew;
    private final int connections;
    private final DrawnCalls<BankArguments> drawn;
    private final String at;
    private final double secondsAfterwards;

    Setting(double skew, int connections, DrawnCalls<BankArguments> drawn, int settingsLeft) {
      this.skew = skew;
      this.connections = connections;
      this.drawn = drawn;
      at = String.format(Locale.ROOT, "skew %s, %d connections", skew, connections);
      double roundNs = plan.warmUpNs() + plan.recordedNs();
      secondsAfterwards =
          settingsLeft * plan.sides().size() * plan.repeats() * roundNs / NS_PER_SECOND;
    }

    Found compare() throws InterruptedException {
      List<Results> tunings = new ArrayList<>();
      List<Side> sides = new ArrayList<>();
      for (JdbcSideName name : plan.sides()) {
        int limit = plan.limit(name);
        if (plan.tunes(name)) {
          tunings.add(tune(name));
          limit = best(tunings.get(tunings.size() - 1));
        }
        sides.add(round(name, limit, name.label()));
      }
      Plan howOften = judged(Plan.of(plan.warmUpNs(), plan.recordedNs(), plan.repeats()));
      return new Found(skew, connections, tunings, compare(at, sides, howOften));
    }

    /**
     * Returns the plan. If the user has named a running server, the comparison does not measure
     * disturbances by other processes, because the work of the server would count as a disturbance.
     */
    private Plan judged(Plan howOften) {
      return server.processes().isEmpty() ? howOften.unjudged() : howOften;
    }

    private Results compare(String where, List<Side> sides, Plan howOften)
        throws InterruptedException {
      return new Comparison(where, sides, howOften, clock, progress.before(secondsAfterwards))
          .run()
          .orInterrupted();
    }

    private Results tune(JdbcSideName name) throws InterruptedException {
      List<Side> sides = new ArrayList<>();
      for (int limit : limits(connections)) {
        sides.add(round(name, limit, name.label() + " with a limit of " + limit));
      }
      long tunedNs = Math.min(plan.recordedNs(), MAX_TUNED_NS);
      return compare(
          at + ", limits tried for " + name.label(),
          sides,
          judged(Plan.of(plan.warmUpNs(), tunedNs, 1).unrehearsed()));
    }

    private Side round(JdbcSideName name, int limit, String label) {
      return new BankRound(
          label,
          JdbcSides.of(name, plan, limit),
          name.hasLimit() ? limit : 0,
          skew,
          connections,
          tables,
          drawn,
          plan.inFlight(name, connections),
          plan.warmUpNs(),
          clock);
    }
  }
}
