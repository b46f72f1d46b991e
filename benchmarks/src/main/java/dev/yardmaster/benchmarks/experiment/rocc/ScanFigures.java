package dev.yardmaster.benchmarks.experiment.rocc;

import static dev.yardmaster.benchmarks.engine.EngineMetrics.ABORTED_NS;
import static dev.yardmaster.benchmarks.engine.EngineMetrics.ALL_NS;
import static dev.yardmaster.benchmarks.engine.EngineMetrics.READ_WRITE_NS;
import static dev.yardmaster.benchmarks.engine.EngineMetrics.SCANS;
import static dev.yardmaster.benchmarks.engine.EngineMetrics.SCAN_ABORT_RATE;
import static dev.yardmaster.benchmarks.engine.EngineMetrics.SCAN_MEAN;
import static dev.yardmaster.benchmarks.engine.EngineMetrics.VALIDATION_NS;
import static dev.yardmaster.benchmarks.experiment.Drawing.at;
import static dev.yardmaster.benchmarks.experiment.Drawing.last;
import static dev.yardmaster.benchmarks.experiment.Drawing.lines;
import static dev.yardmaster.benchmarks.experiment.Drawing.over;
import static dev.yardmaster.benchmarks.experiment.Drawing.ref;
import static dev.yardmaster.benchmarks.experiment.rocc.Axes.ABORTS;
import static dev.yardmaster.benchmarks.experiment.rocc.Axes.LATENCY;
import static dev.yardmaster.benchmarks.experiment.rocc.Axes.SCAN_LENGTH;
import static dev.yardmaster.benchmarks.experiment.rocc.Axes.THROUGHPUT;
import static dev.yardmaster.benchmarks.experiment.rocc.RoccPoints.GWV;
import static dev.yardmaster.benchmarks.experiment.rocc.RoccPoints.LOW_SKEW;
import static dev.yardmaster.benchmarks.experiment.rocc.RoccPoints.LRV;
import static dev.yardmaster.benchmarks.experiment.rocc.RoccPoints.MVRCC;
import static dev.yardmaster.benchmarks.experiment.rocc.RoccPoints.ROCC;
import static dev.yardmaster.benchmarks.experiment.rocc.RoccPoints.SCHEMES;

import dev.yardmaster.benchmarks.experiment.Crew;
import dev.yardmaster.benchmarks.experiment.EnginePoint;
import dev.yardmaster.benchmarks.experiment.Figure;
import dev.yardmaster.benchmarks.measure.Claim;
import dev.yardmaster.benchmarks.measure.Claim.Direction;
import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.report.Mark;
import dev.yardmaster.benchmarks.report.Panel;
import dev.yardmaster.benchmarks.report.Panel.Kind;
import dev.yardmaster.benchmarks.report.Series;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The figures about how long scans are: 1, 5, 6 and 13. */
final class ScanFigures {

  private final RoccScale scale;
  private final RoccPoints points;
  private final Crew threads;
  private final Crew many;

  ScanFigures(RoccScale scale, RoccPoints points) {
    this.scale = scale;
    this.points = points;
    threads = scale.threaded();
    many = scale.simulated();
  }

  Figure figure1() {
    List<String> sides = List.of(LRV, GWV);
    List<EnginePoint> all = new ArrayList<>();
    List<Panel> panels = new ArrayList<>();
    List<Claim> claims = new ArrayList<>();
    for (Crew crew : List.of(threads, many)) {
      Map<Integer, EnginePoint> byLength =
          over(List.of(100, 1_000), length -> points.timedYcsb(length, LOW_SKEW, crew, sides));
      all.addAll(byLength.values());
      List<Series> parts = new ArrayList<>();
      List.of(READ_WRITE_NS, VALIDATION_NS, ABORTED_NS)
          .forEach(metric -> parts.add(stack(byLength, sides, metric)));
      panels.add(
          new Panel(
              crew.label(),
              Kind.STACKED_BARS,
              "scheme, keys of a scan",
              "time for each committed transaction (us)",
              1e-3,
              parts));
      claims.add(
          new Claim(
              crew.label() + ": GWV takes 60 % of its time for validation at 100 keys",
              Direction.AT_LEAST,
              0.6,
              0.3,
              at(byLength, 100, GWV, VALIDATION_NS),
              at(byLength, 100, GWV, ALL_NS)));
      claims.add(
          Claim.more(
              crew.label() + ": LRV takes more time than GWV for read and write at 1,000 keys",
              at(byLength, 1_000, LRV, READ_WRITE_NS),
              at(byLength, 1_000, GWV, READ_WRITE_NS)));
      claims.add(
          Claim.more(
              crew.label() + ": LRV takes more time than GWV for validation at 1,000 keys",
              at(byLength, 1_000, LRV, VALIDATION_NS),
              at(byLength, 1_000, GWV, VALIDATION_NS)));
    }
    return new Figure(
        "1",
        "Where the time goes under LRV and GWV",
        scale.ycsb("low skew"),
        List.copyOf(all),
        panels,
        claims);
  }

  private static Series stack(
      Map<Integer, EnginePoint> byLength, List<String> sides, Metric metric) {
    List<Mark> marks = new ArrayList<>();
    byLength.forEach(
        (length, point) ->
            sides.forEach(
                side -> marks.add(Mark.at(0, side + ", " + length, ref(point, side, metric)))));
    String name =
        metric.equals(READ_WRITE_NS)
            ? "read and write"
            : metric.equals(VALIDATION_NS) ? "validation" : "aborted attempts";
    return new Series(name, marks);
  }

  Figure figure5() {
    Map<Integer, EnginePoint> real =
        over(scale.ycsbScans(), length -> points.ycsb(length, LOW_SKEW, threads, SCHEMES));
    Map<Integer, EnginePoint> simulated =
        over(scale.simulatedScans(), length -> points.ycsb(length, LOW_SKEW, many, SCHEMES));
    List<Claim> claims = new ArrayList<>();
    scanClaims(claims, threads, real, 1_500);
    scanClaims(claims, many, simulated, 1_500);
    claims.add(
        Claim.atLeast(
            threads.label() + ": at 10 keys RV is 10 % below LRV",
            0.9,
            0.85,
            at(real, 10, ROCC, SCANS),
            at(real, 10, LRV, SCANS)));
    return figureOfScans(
        "5", "Hybrid YCSB: scan length", scale.ycsb("low skew"), real, simulated, claims);
  }

  /** What the paper says of its longest scans. */
  private static void scanClaims(
      List<Claim> claims, Crew crew, Map<Integer, EnginePoint> byLength, int longest) {
    String at = crew.label() + ": at " + longest + " keys ";
    claims.add(
        Claim.atLeast(
            at + "RV commits about 3 times as many scans as LRV",
            3,
            2.5,
            at(byLength, longest, ROCC, SCANS),
            at(byLength, longest, LRV, SCANS)));
    claims.add(
        Claim.atLeast(
            at + "RV commits 22 % more scans than GWV",
            1.22,
            1.2,
            at(byLength, longest, ROCC, SCANS),
            at(byLength, longest, GWV, SCANS)));
    byLength
        .keySet()
        .forEach(
            length ->
                claims.add(
                    Claim.less(
                        crew.label() + ": RV's latency is below GWV's at " + length + " keys",
                        at(byLength, length, ROCC, SCAN_MEAN),
                        at(byLength, length, GWV, SCAN_MEAN))));
  }

  Figure figureOfScans(
      String id,
      String title,
      String setting,
      Map<Integer, EnginePoint> real,
      Map<Integer, EnginePoint> simulated,
      List<Claim> claims) {
    List<Panel> panels = new ArrayList<>();
    List<EnginePoint> all = new ArrayList<>(real.values());
    Map<Crew, Map<Integer, EnginePoint>> byCrew = new LinkedHashMap<>();
    byCrew.put(threads, real);
    if (!simulated.isEmpty()) {
      byCrew.put(many, simulated);
      all.addAll(simulated.values());
    }
    byCrew.forEach(
        (crew, byLength) -> {
          String who = ", " + crew.label();
          panels.add(
              lines("throughput" + who, SCAN_LENGTH, THROUGHPUT, byLength, SCHEMES, SCANS, 1));
          panels.add(lines("latency" + who, SCAN_LENGTH, LATENCY, byLength, SCHEMES, SCAN_MEAN, 1));
        });
    return new Figure(id, title, setting, List.copyOf(all), panels, claims);
  }

  Figure figure6() {
    Map<Integer, EnginePoint> real =
        over(scale.tpccScans(), length -> points.tpcc(length, threads));
    int longest = last(real);
    List<Claim> claims = new ArrayList<>();
    claims.add(
        Claim.more(
            threads.label() + ": at " + longest + " keys RV commits more scans than LRV",
            at(real, longest, ROCC, SCANS),
            at(real, longest, LRV, SCANS)));
    claims.add(
        Claim.more(
            threads.label() + ": at " + longest + " keys RV commits more scans than GWV",
            at(real, longest, ROCC, SCANS),
            at(real, longest, GWV, SCANS)));
    claims.add(
        Claim.less(
            threads.label() + ": at " + longest + " keys RV's latency is below LRV's",
            at(real, longest, ROCC, SCAN_MEAN),
            at(real, longest, LRV, SCAN_MEAN)));
    return figureOfScans(
        "6", "Modified TPC-C: scan length", scale.tpcc(threads.workers()), real, Map.of(), claims);
  }

  Figure figure13() {
    List<String> sides = List.of(ROCC, MVRCC);
    Map<Integer, EnginePoint> simulated =
        over(scale.simulatedScans(), length -> points.ycsb(length, LOW_SKEW, many, sides));
    Map<Integer, EnginePoint> real =
        over(scale.ycsbScans(), length -> points.ycsb(length, LOW_SKEW, threads, sides));
    List<EnginePoint> all = new ArrayList<>(simulated.values());
    all.addAll(real.values());
    List<Claim> claims = new ArrayList<>();
    claims.add(
        Claim.ratio(
            many.label() + ": RV commits 51 % more scans of 100 keys than MVRCC",
            1.51,
            at(simulated, 100, ROCC, SCANS),
            at(simulated, 100, MVRCC, SCANS)));
    claims.add(
        Claim.ratio(
            many.label() + ": RV commits 12 % more scans of 500 keys than MVRCC",
            1.12,
            at(simulated, 500, ROCC, SCANS),
            at(simulated, 500, MVRCC, SCANS)));
    simulated
        .keySet()
        .forEach(
            length ->
                claims.add(
                    Claim.more(
                        many.label() + ": MVRCC aborts more scans of " + length + " keys than RV",
                        at(simulated, length, MVRCC, SCAN_ABORT_RATE),
                        at(simulated, length, ROCC, SCAN_ABORT_RATE))));
    String who = ", " + many.label();
    return new Figure(
        "13",
        "MVRCC beside ROCC",
        scale.ycsb("low skew"),
        List.copyOf(all),
        List.of(
            lines("throughput" + who, SCAN_LENGTH, THROUGHPUT, simulated, sides, SCANS, 1),
            lines("aborts" + who, SCAN_LENGTH, ABORTS, simulated, sides, SCAN_ABORT_RATE, 100),
            lines(
                "throughput, " + threads.label(), SCAN_LENGTH, THROUGHPUT, real, sides, SCANS, 1)),
        claims);
  }
}
