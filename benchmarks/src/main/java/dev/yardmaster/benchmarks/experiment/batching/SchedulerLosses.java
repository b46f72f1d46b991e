package dev.yardmaster.benchmarks.experiment.batching;

import dev.yardmaster.benchmarks.engine.EngineMetrics;
import dev.yardmaster.benchmarks.experiment.Drawing;
import dev.yardmaster.benchmarks.experiment.EnginePoint;
import dev.yardmaster.benchmarks.experiment.Point;
import dev.yardmaster.benchmarks.jdbc.JdbcMetrics;
import dev.yardmaster.benchmarks.jdbc.bank.BankLogic;
import dev.yardmaster.benchmarks.measure.Claim;
import dev.yardmaster.benchmarks.measure.Claim.Direction;
import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.Ratio;
import dev.yardmaster.benchmarks.measure.Ref;
import dev.yardmaster.benchmarks.report.Mark;
import dev.yardmaster.benchmarks.report.Panel;
import dev.yardmaster.benchmarks.report.Panel.Kind;
import dev.yardmaster.benchmarks.report.Series;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What schedulers cost where there is nothing to schedule: in front of the engine and in front of
 * PostgreSQL, without skew.
 */
final class SchedulerLosses {

  private static final double NO_SKEW = 0;
  private static final int CONNECTIONS = 16;
  private static final String OVER_PLAIN = "over the same without a scheduler";

  private static final String DEALER =
      "Every transaction goes through one scheduler, in which one worker at a time deals a batch;"
          + " simulated workers pay 600 ns of virtual time for each, one behind the other.";
  private static final String DETOUR =
      "Every call has its keys hashed, is queued, ordered and handed to a connection's thread; a"
          + " plain client waits for nothing but its own connection.";

  private final EngineScale engine;
  private final EnginePoint threads;
  private final EnginePoint simulated;
  private final Map<BankLogic, DatabasePoint> databases = new LinkedHashMap<>();

  SchedulerLosses(BatchingScale scale, YcsbPoints ycsb, DatabasePoints database) {
    engine = scale.engine();
    threads = ycsb.threads(engine.mostThreads(), NO_SKEW);
    simulated = ycsb.simulated(engine.mostWorkers(), NO_SKEW);
    for (BankLogic logic : List.of(BankLogic.PROCEDURE, BankLogic.INTERACTIVE)) {
      databases.put(logic, database.smallBank(logic, NO_SKEW, CONNECTIONS));
    }
  }

  List<Point> points() {
    List<Point> points = new ArrayList<>(List.of(threads, simulated));
    points.addAll(databases.values());
    return points;
  }

  List<Panel> panels() {
    return List.of(
        new Panel(
            "engine without skew",
            Kind.BARS,
            "workers",
            OVER_PLAIN,
            1,
            List.of(
                onEngine(YcsbPoints.RC, YcsbPoints.MULTI_VERSION),
                onEngine(YcsbPoints.SILO_RC, YcsbPoints.SILO))),
        new Panel(
            "PostgreSQL without skew",
            Kind.BARS,
            CONNECTIONS + " connections",
            "over nobatch",
            1,
            List.of(onDatabase(DatabasePoints.BATCHED), onDatabase(DatabasePoints.REORDERED))));
  }

  private Series onEngine(String side, String plain) {
    String most = engine.mostThreads() + " threads: ";
    return new Series(
        YcsbPoints.name(side),
        List.of(
            mark(1, most + "committed", threads, side, plain, Metric.COMMITTED),
            mark(2, most + "processor time", threads, side, plain, EngineMetrics.CPU_NS),
            mark(
                3,
                engine.mostWorkers() + " simulated: committed",
                simulated,
                side,
                plain,
                Metric.COMMITTED)));
  }

  private Series onDatabase(String side) {
    List<Mark> marks = new ArrayList<>();
    databases.forEach(
        (logic, point) -> {
          String with = DatabasePoints.words(logic) + ": ";
          String plain = DatabasePoints.plain(logic).label();
          int x = marks.size();
          marks.add(mark(x, with + "committed", point, side, plain, Metric.COMMITTED));
          marks.add(
              mark(x + 1, with + "clients' time", point, side, plain, JdbcMetrics.CLIENT_CPU_NS));
          marks.add(
              mark(x + 2, with + "server's time", point, side, plain, JdbcMetrics.SERVER_CPU_NS));
        });
    return new Series(side, marks);
  }

  private static Mark mark(
      int x, String label, Point point, String side, String base, Metric metric) {
    Ref value = Drawing.ref(point, side, metric);
    return new Mark(x, label, value, value.of(base));
  }

  List<Claim> claims() {
    List<Claim> claims = new ArrayList<>();
    String onThreads = "without skew on " + engine.mostThreads() + " threads ";
    claims.add(
        Claim.everywhere(
                onThreads + "rc commits less than its protocol alone",
                Direction.AT_MOST,
                1,
                rc(threads, Metric.COMMITTED))
            .because(DEALER));
    claims.add(
        Claim.everywhere(
                onThreads + "rc spends more processor time for a commit, the scheduler's included",
                Direction.AT_LEAST,
                1,
                rc(threads, EngineMetrics.CPU_NS))
            .because(DEALER));
    claims.add(
        Claim.everywhere(
                "without skew and with "
                    + engine.mostWorkers()
                    + " simulated workers rc commits less than its protocol alone",
                Direction.AT_MOST,
                1,
                rc(simulated, Metric.COMMITTED))
            .because(DEALER));
    databases.forEach(
        (logic, point) -> {
          String with = DatabasePoints.words(logic) + " on PostgreSQL, without skew: reorder ";
          String plain = DatabasePoints.plain(logic).label();
          claims.add(
              Claim.less(
                      with + "commits less than nobatch",
                      Drawing.ref(point, DatabasePoints.REORDERED, Metric.COMMITTED),
                      Drawing.ref(point, plain, Metric.COMMITTED))
                  .because(DETOUR));
          claims.add(
              Claim.more(
                      with + "spends more processor time of its clients' for a commit",
                      Drawing.ref(point, DatabasePoints.REORDERED, JdbcMetrics.CLIENT_CPU_NS),
                      Drawing.ref(point, plain, JdbcMetrics.CLIENT_CPU_NS))
                  .because(DETOUR));
        });
    return claims;
  }

  private static List<Ratio> rc(EnginePoint point, Metric metric) {
    return List.of(
        new Ratio(
            "in front of multi-version",
            Drawing.ref(point, YcsbPoints.RC, metric),
            Drawing.ref(point, YcsbPoints.MULTI_VERSION, metric)),
        new Ratio(
            "in front of silo",
            Drawing.ref(point, YcsbPoints.SILO_RC, metric),
            Drawing.ref(point, YcsbPoints.SILO, metric)));
  }
}
