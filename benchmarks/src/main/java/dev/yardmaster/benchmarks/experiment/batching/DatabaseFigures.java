package dev.yardmaster.benchmarks.experiment.batching;

import static dev.yardmaster.benchmarks.experiment.batching.DatabasePoints.BATCHED;
import static dev.yardmaster.benchmarks.experiment.batching.DatabasePoints.REORDERED;
import static dev.yardmaster.benchmarks.jdbc.JdbcMetrics.ABORT_RATE;
import static dev.yardmaster.benchmarks.measure.Latency.MEAN;
import static dev.yardmaster.benchmarks.measure.Latency.P99;
import static dev.yardmaster.benchmarks.measure.Metric.COMMITTED;

import dev.yardmaster.benchmarks.experiment.Drawing;
import dev.yardmaster.benchmarks.experiment.Figure;
import dev.yardmaster.benchmarks.jdbc.bank.BankLogic;
import dev.yardmaster.benchmarks.measure.Claim;
import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.Ratio;
import dev.yardmaster.benchmarks.report.Panel;
import dev.yardmaster.benchmarks.report.Panel.Kind;
import dev.yardmaster.benchmarks.report.Series;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A scheduler in front of a database: Figures 26 to 28 (section 5.6). The paper's DBMS-X is
 * PostgreSQL here. As there, a transaction is one call; transactions of several statements, of
 * which the paper has none, are drawn beside it.
 */
final class DatabaseFigures {

  private static final double SKEW = 0.9;
  private static final String CONNECTIONS = "connections";

  private static final String ONE_AT_A_TIME =
      "DBMS-X runs the statements of a batch at the same time; a connection of PostgreSQL runs one"
          + " transaction after the other, so batches add nothing to how many run at once, and"
          + " fewer conflict.";
  private static final String WAITING =
      "Latency has the time in the scheduler in it, where "
          + DatabasePoints.BATCH
          + " transactions wait besides one for each connection, and what would be aborted for a row"
          + " waits for it in line.";
  private static final String IN_LINE =
      "Transactions of a batch that share a row run one behind the other on one connection here; the"
          + " paper leaves some out of a batch, and DBMS-X runs the rest at the same time.";

  private final DatabasePoints points;
  private final Map<BankLogic, Map<Integer, DatabasePoint>> byLogic = new LinkedHashMap<>();
  private final List<Integer> connections;

  DatabaseFigures(BatchingScale scale, DatabasePoints points) {
    this.points = points;
    connections = scale.database().connections();
    for (BankLogic logic : List.of(BankLogic.PROCEDURE, BankLogic.INTERACTIVE)) {
      byLogic.put(logic, Drawing.over(connections, count -> points.smallBank(logic, SKEW, count)));
    }
  }

  private Figure figure(String id, String title, List<Panel> panels, List<Claim> claims) {
    List<DatabasePoint> all =
        byLogic.values().stream().flatMap(byCount -> byCount.values().stream()).toList();
    return new Figure(id, title, points.setting("Zipf " + SKEW), all, panels, claims);
  }

  private List<Panel> panels(String y, Metric metric, double yScale, Kind kind) {
    List<Panel> panels = new ArrayList<>();
    byLogic.forEach(
        (logic, byCount) -> {
          List<Series> series = new ArrayList<>();
          series.add(Drawing.line("nobatch", byCount, DatabasePoints.plain(logic).label(), metric));
          series.add(Drawing.line(BATCHED, byCount, BATCHED, metric));
          series.add(Drawing.line(REORDERED, byCount, REORDERED, metric));
          String title =
              DatabasePoints.words(logic) + (logic == BankLogic.PROCEDURE ? "" : " (ours)");
          panels.add(new Panel(title, kind, CONNECTIONS, y, yScale, series));
        });
    return panels;
  }

  /** One side over another with each number of connections. */
  private List<Ratio> over(BankLogic logic, String side, String base, Metric metric) {
    List<Ratio> compared = new ArrayList<>();
    byLogic
        .get(logic)
        .forEach(
            (count, point) ->
                compared.add(
                    new Ratio(
                        count + " " + CONNECTIONS,
                        Drawing.ref(point, side, metric),
                        Drawing.ref(point, base, metric))));
    return compared;
  }

  private List<Ratio> last(List<Ratio> compared) {
    return compared.subList(compared.size() - 1, compared.size());
  }

  Figure throughput(String id) {
    List<Claim> claims = new ArrayList<>();
    byLogic.forEach(
        (logic, byCount) -> {
          String with = DatabasePoints.words(logic) + ": ";
          String plain = DatabasePoints.plain(logic).label();
          List<Ratio> compared = over(logic, REORDERED, BATCHED, COMMITTED);
          claims.add(
              Claim.peaks(with + "the peak of reorder is 1.25 times that of batch", 1.25, compared)
                  .because(ONE_AT_A_TIME));
          claims.add(
              Claim.upTo(
                      with + "reorder commits up to 3.1 times as much as batch (5.7 says 2.8)",
                      3.1,
                      compared)
                  .because(ONE_AT_A_TIME));
          claims.add(
              Claim.everywhere(
                      with
                          + "with the most connections reorder commits more than batch: it degrades"
                          + " more gracefully",
                      Claim.Direction.AT_LEAST,
                      1,
                      last(compared))
                  .because(ONE_AT_A_TIME));
          claims.add(
              new Claim(
                      with + "batches alone commit dramatically more than nobatch (asked for: 1.5)",
                      Claim.Direction.AT_LEAST,
                      Double.NaN,
                      1.5,
                      Claim.Scope.SOMEWHERE,
                      over(logic, BATCHED, plain, COMMITTED),
                      "")
                  .because(ONE_AT_A_TIME));
        });
    return figure(
        id,
        "Throughput of a database behind a scheduler",
        panels("committed transactions/s", COMMITTED, 1, Kind.LOG_LINES),
        claims);
  }

  Figure latency(String id) {
    List<Claim> claims = new ArrayList<>();
    byLogic
        .keySet()
        .forEach(
            logic ->
                claims.add(
                    Claim.upTo(
                            DatabasePoints.words(logic)
                                + ": reorder reduces the mean latency of batch by up to 66 %",
                            0.34,
                            over(logic, REORDERED, BATCHED, MEAN))
                        .because(WAITING)));
    List<Panel> panels = new ArrayList<>(panels("mean latency (us)", MEAN, 1, Kind.LOG_HEIGHTS));
    panels.addAll(panels("99th percentile of the latency (us)", P99, 1, Kind.LOG_HEIGHTS));
    return figure(id, "Average latency of a database behind a scheduler", panels, claims);
  }

  Figure aborts(String id) {
    List<Claim> claims = new ArrayList<>();
    byLogic
        .keySet()
        .forEach(
            logic -> {
              String with = DatabasePoints.words(logic) + ": ";
              claims.add(
                  Claim.upTo(
                          with + "reorder has up to 62 % less aborts than batch",
                          0.38,
                          over(logic, REORDERED, BATCHED, ABORT_RATE))
                      .because(IN_LINE));
              claims.add(
                  Claim.everywhere(
                          with + "with the most connections nobatch has less aborts than batch",
                          Claim.Direction.AT_MOST,
                          1,
                          last(
                              over(
                                  logic, DatabasePoints.plain(logic).label(), BATCHED, ABORT_RATE)))
                      .because(ONE_AT_A_TIME));
            });
    return figure(
        id,
        "Abort rate of a database behind a scheduler",
        panels("aborted attempts (%)", ABORT_RATE, 100, Kind.LOG_LINES),
        claims);
  }
}
