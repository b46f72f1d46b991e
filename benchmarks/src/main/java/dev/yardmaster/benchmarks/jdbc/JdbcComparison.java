package dev.yardmaster.benchmarks.jdbc;

import dev.yardmaster.benchmarks.jdbc.bank.BankTables;
import dev.yardmaster.benchmarks.jdbc.bank.DrawnBank;
import dev.yardmaster.benchmarks.postgres.PostgresServer;
import dev.yardmaster.benchmarks.run.Progress;
import dev.yardmaster.benchmarks.run.Standing;
import dev.yardmaster.benchmarks.workload.WorkloadFailure;
import dev.yardmaster.benchmarks.workload.smallbank.SmallBank;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.agrona.concurrent.NanoClock;

/**
 * Runs sides alternating, in reverse order in every second repeat, after an unmeasured round of
 * each; for every skew and number of connections anew.
 */
public final class JdbcComparison {

  private static final long MOST_TUNED_NS = 2_000_000_000L;
  private static final double NS_PER_SECOND = 1e9;

  private final JdbcPlan plan;
  private final BankTables tables;
  private final NanoClock clock;
  private final Progress progress;
  private final List<String> findings = new ArrayList<>();
  private long beganNs;
  private long plannedDoneNs;
  private long plannedNs;
  private long roundsDone;
  private long rounds;

  /** A comparison that is yet to run, on a server with nothing in its schema. */
  public JdbcComparison(JdbcPlan plan, PostgresServer server, NanoClock clock, Progress progress) {
    this.plan = plan;
    this.tables = new BankTables(server, plan.customers(), plan.lockOrder(), plan.isChecked());
    this.clock = clock;
    this.progress = progress;
  }

  /**
   * Runs it, once.
   *
   * @throws WorkloadFailure if the database or a client failed
   */
  public List<JdbcResults> run() throws InterruptedException {
    beganNs = clock.nanoTime();
    planRounds();
    try {
      tables.create();
    } catch (SQLException e) {
      throw new WorkloadFailure("cannot make the bank's tables: " + e.getMessage(), e);
    }
    List<JdbcResults> results = new ArrayList<>();
    for (double skew : plan.skews()) {
      DrawnBank drawn =
          DrawnBank.of(new SmallBank(plan.customers(), skew, plan.seed()), plan.customers());
      for (int connections : plan.connections()) {
        results.add(new Setting(skew, connections, drawn).compare());
      }
    }
    return results;
  }

  /** Lines for every round whose data was not as it must be; after the run. */
  public List<String> findings() {
    return List.copyOf(findings);
  }

  private void planRounds() {
    boolean warms = plan.warmUpNs() > 0;
    for (int connections : plan.connections()) {
      long tuned = plan.tunedSides() * LimitTuning.limits(connections).size();
      long sides = (long) plan.sides().size() * plan.skews().size();
      rounds += sides * (plan.repeats() + (warms ? 1 : 0)) + tuned * plan.skews().size();
      plannedNs += sides * plan.repeats() * (plan.warmUpNs() + plan.recordedNs());
      plannedNs += warms ? sides * plan.warmUpNs() : 0;
      plannedNs += tuned * plan.skews().size() * (plan.warmUpNs() + tunedNs());
    }
  }

  private long tunedNs() {
    return Math.min(plan.recordedNs(), MOST_TUNED_NS);
  }

  /** By the intervals, and by what rounds have taken besides so far. */
  private double secondsLeft() {
    long passedNs = clock.nanoTime() - beganNs;
    long besidesNs =
        roundsDone == 0
            ? plannedNs / 10
            : Math.max(0, passedNs - plannedDoneNs) / roundsDone * rounds;
    return Math.max(0, plannedNs + besidesNs - passedNs) / NS_PER_SECOND;
  }

  /** One skew with one number of connections. */
  private final class Setting {
    private final double skew;
    private final int connections;
    private final DrawnBank drawn;
    private long checked;

    Setting(double skew, int connections, DrawnBank drawn) {
      this.skew = skew;
      this.connections = connections;
      this.drawn = drawn;
    }

    JdbcResults compare() throws InterruptedException {
      List<LimitTuning> tunings = new ArrayList<>();
      List<JdbcSide> sides = new ArrayList<>();
      List<List<JdbcFigures>> figures = new ArrayList<>();
      for (JdbcSideName name : plan.sides()) {
        int limit = plan.limit(name);
        if (plan.tunes(name)) {
          LimitTuning tuning = tune(name);
          tunings.add(tuning);
          limit = tuning.best();
        }
        sides.add(JdbcSides.of(name, plan, limit));
        figures.add(new ArrayList<>());
      }
      for (int repeat = plan.warmUpNs() == 0 ? 1 : 0; repeat <= plan.repeats(); repeat++) {
        for (int side : order(sides.size(), repeat)) {
          JdbcFigures found =
              run(plan.sides().get(side), sides.get(side), repeat, recordedNs(repeat));
          if (repeat > 0) {
            figures.get(side).add(found);
          }
        }
      }
      List<JdbcResults.Row> rows = new ArrayList<>();
      for (int side = 0; side < sides.size(); side++) {
        JdbcSide made = sides.get(side);
        rows.add(new JdbcResults.Row(made.label(), made.logic().label(), figures.get(side)));
      }
      return new JdbcResults(skew, connections, rows, tunings, checked);
    }

    private BankRound round(JdbcSideName name) {
      int clients = plan.inFlight(name, connections);
      return new BankRound(tables, drawn, clients, plan.warmUpNs(), clock);
    }

    private long recordedNs(int repeat) {
      return repeat == 0 ? 0 : plan.recordedNs();
    }

    private LimitTuning tune(JdbcSideName name) throws InterruptedException {
      List<LimitTuning.Tried> tried = new ArrayList<>();
      for (int limit : LimitTuning.limits(connections)) {
        String label = name.label() + " with a limit of " + limit + ", tuning";
        JdbcFigures found = run(round(name), JdbcSides.of(name, plan, limit), label, 0, tunedNs());
        tried.add(new LimitTuning.Tried(limit, found));
      }
      return new LimitTuning(name.label(), tried);
    }

    private JdbcFigures run(JdbcSideName name, JdbcSide side, int repeat, long recordedNs)
        throws InterruptedException {
      return run(round(name), side, side.label(), repeat, recordedNs);
    }

    private JdbcFigures run(
        BankRound round, JdbcSide side, String label, int repeat, long recordedNs)
        throws InterruptedException {
      String shown = label + where();
      BankRound.Ended ended =
          round.run(
              side,
              recordedNs,
              (stage, rate) ->
                  progress.report(
                      new Standing(shown, stage, repeat, plan.repeats(), secondsLeft(), rate)));
      String when = repeat == 0 ? ", unmeasured round: " : ", repeat " + repeat + ": ";
      ended.findings().forEach(line -> findings.add(shown + when + line));
      checked += ended.checked();
      roundsDone++;
      plannedDoneNs += plan.warmUpNs() + recordedNs;
      return ended.figures();
    }

    /** Which of several settings this is. */
    private String where() {
      String where = "";
      if (plan.skews().size() > 1) {
        where += String.format(Locale.ROOT, ", skew %s", skew);
      }
      if (plan.connections().size() > 1) {
        where += String.format(Locale.ROOT, ", %d connections", connections);
      }
      return where;
    }
  }

  private static List<Integer> order(int sides, int repeat) {
    List<Integer> order = new ArrayList<>();
    for (int side = 0; side < sides; side++) {
      order.add(side);
    }
    if (repeat % 2 == 0) {
      Collections.reverse(order);
    }
    return order;
  }
}
