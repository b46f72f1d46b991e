package dev.yardmaster.benchmarks.experiment.rocc;

import dev.yardmaster.benchmarks.experiment.Figure;
import dev.yardmaster.benchmarks.measure.Claim;
import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.Ref;
import dev.yardmaster.benchmarks.report.Mark;
import dev.yardmaster.benchmarks.report.Panel;
import dev.yardmaster.benchmarks.report.Panel.Kind;
import dev.yardmaster.benchmarks.report.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What the paper has not: its idea in the service, whose store is apart from the validator. */
final class ServiceFigure {

  private static final int MOST_RECORDS = 100_000;
  private static final int SCAN_LENGTH = 100;
  private static final double BAR = 1.2;
  private static final double FEWER = 10;

  private final RoccScale scale;
  private final List<ServicePoint> points = new ArrayList<>();

  ServiceFigure(RoccScale scale, long seed) {
    this.scale = scale;
    for (double skew : Axes.SKEWS) {
      points.add(
          new ServicePoint(
              "service scan=" + SCAN_LENGTH + " skew=" + skew,
              Math.min(MOST_RECORDS, scale.records()),
              skew,
              SCAN_LENGTH,
              scale.seconds(),
              scale.repeats(),
              seed));
    }
  }

  private Series overSkews(String name, String side, Metric metric) {
    List<Mark> marks = new ArrayList<>();
    for (int i = 0; i < points.size(); i++) {
      marks.add(
          Mark.at(
              Axes.SKEWS.get(i),
              Axes.SKEW_NAMES.get(i) + " (" + Axes.SKEWS.get(i) + ")",
              new Ref(points.get(i).key(), side, metric)));
    }
    return new Series(name, marks);
  }

  Figure figure() {
    String low = points.get(Axes.SKEWS.indexOf(RoccPoints.LOW_SKEW)).key();
    List<Claim> claims =
        List.of(
            new Claim(
                "at low skew scans are aborted at most 1.2 times as often as by an oracle",
                Claim.Direction.AT_MOST,
                Double.NaN,
                BAR,
                new Ref(low, ServicePoint.RANGES, ServicePoint.REFUSED),
                new Ref(low, ServicePoint.RANGES, ServicePoint.STALE)),
            new Claim(
                "at low skew one range for all looks at 10 times as many writes",
                Claim.Direction.AT_LEAST,
                Double.NaN,
                FEWER,
                new Ref(low, ServicePoint.ONE_RANGE, ServicePoint.EXAMINED),
                new Ref(low, ServicePoint.RANGES, ServicePoint.EXAMINED)));
    return new Figure(
        "service",
        "Beyond the paper",
        "scans in the pipeline",
        String.format(
            Locale.ROOT,
            "embedded pipeline, %,d records, 90 %% five updates, 10 %% four updates and a scan of"
                + " %d keys",
            Math.min(MOST_RECORDS, scale.records()),
            SCAN_LENGTH),
        List.copyOf(points),
        List.of(
            new Panel(
                "throughput",
                Kind.BARS,
                "skew",
                "scan transactions/s",
                1,
                List.of(
                    overSkews(ServicePoint.RANGES, ServicePoint.RANGES, ServicePoint.SCANS),
                    overSkews(ServicePoint.ONE_RANGE, ServicePoint.ONE_RANGE, ServicePoint.SCANS))),
            new Panel(
                "aborted for what they scanned",
                Kind.BARS,
                "skew",
                "of validated attempts (%)",
                100,
                List.of(
                    overSkews(ServicePoint.RANGES, ServicePoint.RANGES, ServicePoint.REFUSED),
                    overSkews("oracle", ServicePoint.RANGES, ServicePoint.STALE))),
            new Panel(
                "validated",
                Kind.BARS,
                "skew",
                "writes looked at per scan",
                1,
                List.of(
                    overSkews(ServicePoint.RANGES, ServicePoint.RANGES, ServicePoint.EXAMINED),
                    overSkews(
                        ServicePoint.ONE_RANGE, ServicePoint.ONE_RANGE, ServicePoint.EXAMINED)))),
        claims,
        List.of());
  }
}
