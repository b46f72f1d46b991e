package dev.yardmaster.benchmarks.experiment.batching;

import static dev.yardmaster.benchmarks.measure.Metric.COMMITTED;

import dev.yardmaster.benchmarks.engine.EngineRoundMetrics;
import dev.yardmaster.benchmarks.experiment.Point;
import dev.yardmaster.benchmarks.jdbc.JdbcMetrics;
import dev.yardmaster.benchmarks.jdbc.bank.BankLogic;
import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.MetricRef;
import dev.yardmaster.benchmarks.report.Mark;
import dev.yardmaster.benchmarks.report.Panel;
import dev.yardmaster.benchmarks.report.Panel.Kind;
import dev.yardmaster.benchmarks.report.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Draws the cost of schedulers in front of the engine and of PostgreSQL. The load has no skew, so
 * no transactions conflict. Each mark is a metric with a scheduler, divided by the same metric
 * without a scheduler.
 *
 * @param names the names of protocols in legends, by side
 */
record SchedulerPanels(EngineScale scale, Map<String, String> names) {

  Panel engine(String title, Point threads, Point simulated) {
    return new Panel(
        title,
        Kind.BARS,
        "workers",
        "divided by the figure without a scheduler",
        1,
        List.of(
            onEngine(YcsbPoints.RC, YcsbPoints.MULTI_VERSION, threads, simulated),
            onEngine(YcsbPoints.SILO_RC, YcsbPoints.SILO, threads, simulated)));
  }

  private Series onEngine(String side, String plain, Point threads, Point simulated) {
    String most = scale.mostThreads() + " threads: ";
    String workers = scale.mostWorkers() + " simulated: ";
    return new Series(
        names.get(side),
        List.of(
            mark(1, most + "committed", threads, side, plain, COMMITTED),
            mark(2, most + "processor time", threads, side, plain, EngineRoundMetrics.CPU_NS),
            mark(3, workers + "committed", simulated, side, plain, COMMITTED)));
  }

  Panel database(String title, Map<BankLogic, DatabasePoint> points) {
    int connections = points.values().iterator().next().plan().connections().get(0);
    return new Panel(
        title,
        Kind.BARS,
        connections + " connections",
        "over nobatch",
        1,
        List.of(
            onDatabase(DatabasePoints.BATCHED, points),
            onDatabase(DatabasePoints.REORDERED, points)));
  }

  private static Series onDatabase(String side, Map<BankLogic, DatabasePoint> points) {
    List<Mark> marks = new ArrayList<>();
    points.forEach(
        (logic, point) -> {
          String with = DatabasePoints.words(logic) + ": ";
          String plain = DatabasePoints.plain(logic).label();
          int x = marks.size();
          marks.add(mark(x, with + "committed", point, side, plain, COMMITTED));
          marks.add(
              mark(x + 1, with + "clients' time", point, side, plain, JdbcMetrics.CLIENT_CPU_NS));
          marks.add(
              mark(x + 2, with + "server's time", point, side, plain, JdbcMetrics.SERVER_CPU_NS));
        });
    return new Series(side, marks);
  }

  private static Mark mark(
      int x, String label, Point point, String side, String plain, Metric metric) {
    MetricRef value = new MetricRef(point.key(), side, metric);
    return new Mark(x, label, value, value.of(plain));
  }
}
