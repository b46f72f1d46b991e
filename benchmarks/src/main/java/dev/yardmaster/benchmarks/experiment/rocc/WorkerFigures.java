package dev.yardmaster.benchmarks.experiment.rocc;

import static dev.yardmaster.benchmarks.engine.EngineMetrics.SCANS;
import static dev.yardmaster.benchmarks.engine.EngineMetrics.SCAN_ABORT_RATE;
import static dev.yardmaster.benchmarks.engine.EngineMetrics.SCAN_ITEMS;
import static dev.yardmaster.benchmarks.experiment.Drawing.at;
import static dev.yardmaster.benchmarks.experiment.Drawing.last;
import static dev.yardmaster.benchmarks.experiment.Drawing.lines;
import static dev.yardmaster.benchmarks.experiment.Drawing.over;
import static dev.yardmaster.benchmarks.experiment.Drawing.ref;
import static dev.yardmaster.benchmarks.experiment.rocc.Axes.ABORTS;
import static dev.yardmaster.benchmarks.experiment.rocc.Axes.HIGH_SKEW;
import static dev.yardmaster.benchmarks.experiment.rocc.Axes.MEDIUM_SKEW;
import static dev.yardmaster.benchmarks.experiment.rocc.Axes.SKEWS;
import static dev.yardmaster.benchmarks.experiment.rocc.Axes.THROUGHPUT;
import static dev.yardmaster.benchmarks.experiment.rocc.Axes.VALIDATED;
import static dev.yardmaster.benchmarks.experiment.rocc.Axes.bySkew;
import static dev.yardmaster.benchmarks.experiment.rocc.RoccPoints.GWV;
import static dev.yardmaster.benchmarks.experiment.rocc.RoccPoints.LOW_SKEW;
import static dev.yardmaster.benchmarks.experiment.rocc.RoccPoints.LRV;
import static dev.yardmaster.benchmarks.experiment.rocc.RoccPoints.ROCC;
import static dev.yardmaster.benchmarks.experiment.rocc.RoccPoints.SCHEMES;

import dev.yardmaster.benchmarks.experiment.Crew;
import dev.yardmaster.benchmarks.experiment.EnginePoint;
import dev.yardmaster.benchmarks.experiment.Figure;
import dev.yardmaster.benchmarks.measure.Claim;
import dev.yardmaster.benchmarks.measure.Claim.Direction;
import dev.yardmaster.benchmarks.report.Panel;
import dev.yardmaster.benchmarks.report.Panel.Kind;
import dev.yardmaster.benchmarks.report.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The figures about how many workers there are, and how skewed they are: 7, 8 and 9. */
final class WorkerFigures {

  private final RoccScale scale;
  private final RoccPoints points;
  private final Crew many;

  WorkerFigures(RoccScale scale, RoccPoints points) {
    this.scale = scale;
    this.points = points;
    many = scale.simulated();
  }

  /** Throughput, aborts and validated items over the number of simulated workers. */
  private List<Panel> scaling(Map<Integer, EnginePoint> byWorkers) {
    String x = "simulated workers";
    return List.of(
        lines("throughput", x, THROUGHPUT, byWorkers, SCHEMES, SCANS, 1),
        lines("aborts", x, ABORTS, byWorkers, SCHEMES, SCAN_ABORT_RATE, 100),
        lines("validated", x, VALIDATED, byWorkers, List.of(GWV, ROCC), SCAN_ITEMS, 1));
  }

  Figure figure7() {
    Map<Integer, EnginePoint> byWorkers =
        over(
            scale.workers(),
            workers -> points.ycsb(100, LOW_SKEW, new Crew(workers, true), SCHEMES));
    int most = last(byWorkers);
    int least = scale.workers().get(0);
    String at = "at " + most + " workers ";
    List<Claim> claims =
        List.of(
            Claim.atLeast(
                at + "RV commits 53 % more scans than GWV",
                1.53,
                1.3,
                at(byWorkers, most, ROCC, SCANS),
                at(byWorkers, most, GWV, SCANS)),
            Claim.ratio(
                at + "RV commits 18 % more scans than LRV",
                1.18,
                at(byWorkers, most, ROCC, SCANS),
                at(byWorkers, most, LRV, SCANS)),
            new Claim(
                at + "GWV looks at far more than RV to validate a scan (asked for: 10 times)",
                Direction.AT_LEAST,
                Double.NaN,
                10,
                at(byWorkers, most, GWV, SCAN_ITEMS),
                at(byWorkers, most, ROCC, SCAN_ITEMS)),
            Claim.more(
                at + "LRV aborts more scans than RV",
                at(byWorkers, most, LRV, SCAN_ABORT_RATE),
                at(byWorkers, most, ROCC, SCAN_ABORT_RATE)),
            new Claim(
                "RV scales nearly linearly from " + least + " to " + most + " workers",
                Direction.AT_LEAST,
                Double.NaN,
                0.8 * most / least,
                at(byWorkers, most, ROCC, SCANS),
                at(byWorkers, least, ROCC, SCANS)));
    return new Figure(
        "7",
        "Hybrid YCSB: workers",
        scale.ycsb("low skew, scans of 100 keys; simulated workers"),
        List.copyOf(byWorkers.values()),
        scaling(byWorkers),
        claims);
  }

  Figure figure8() {
    Map<Integer, EnginePoint> byWorkers =
        over(scale.tpccWorkers(), workers -> points.tpcc(3_000, new Crew(workers, true)));
    int most = last(byWorkers);
    String at = "at " + most + " workers ";
    List<Claim> claims =
        List.of(
            Claim.more(
                at + "RV commits more scans than LRV",
                at(byWorkers, most, ROCC, SCANS),
                at(byWorkers, most, LRV, SCANS)),
            Claim.more(
                at + "RV commits more scans than GWV",
                at(byWorkers, most, ROCC, SCANS),
                at(byWorkers, most, GWV, SCANS)),
            Claim.more(
                at + "LRV aborts more scans than RV",
                at(byWorkers, most, LRV, SCAN_ABORT_RATE),
                at(byWorkers, most, ROCC, SCAN_ABORT_RATE)),
            Claim.more(
                at + "GWV looks at more than RV to validate a scan",
                at(byWorkers, most, GWV, SCAN_ITEMS),
                at(byWorkers, most, ROCC, SCAN_ITEMS)));
    return new Figure(
        "8",
        "Modified TPC-C: workers",
        scale.tpcc(0) + ", scans of 3,000 customers; simulated workers",
        List.copyOf(byWorkers.values()),
        scaling(byWorkers),
        claims);
  }

  Figure figure9() {
    List<EnginePoint> bySkew =
        SKEWS.stream().map(skew -> points.ycsb(100, skew, many, SCHEMES)).toList();
    List<Panel> panels =
        List.of(
            new Panel(
                "throughput",
                Kind.BARS,
                "skew",
                THROUGHPUT,
                1,
                SCHEMES.stream()
                    .map(side -> new Series(side, bySkew(bySkew, side, SCANS, null)))
                    .toList()),
            new Panel(
                "validated",
                Kind.BARS,
                "skew",
                VALIDATED,
                1,
                List.of(GWV, ROCC).stream()
                    .map(side -> new Series(side, bySkew(bySkew, side, SCAN_ITEMS, null)))
                    .toList()));
    List<Claim> claims = new ArrayList<>();
    EnginePoint low = bySkew.get(SKEWS.indexOf(LOW_SKEW));
    EnginePoint medium = bySkew.get(SKEWS.indexOf(MEDIUM_SKEW));
    EnginePoint high = bySkew.get(SKEWS.indexOf(HIGH_SKEW));
    for (String other : List.of(LRV, GWV)) {
      String name = other.toUpperCase(Locale.ROOT);
      claims.add(
          Claim.more(
              "at low skew RV commits more scans than " + name,
              ref(low, ROCC, SCANS),
              ref(low, other, SCANS)));
      claims.add(
          Claim.more(
              "at medium skew RV commits slightly more scans than " + name,
              ref(medium, ROCC, SCANS),
              ref(medium, other, SCANS)));
      claims.add(
          new Claim(
              "at high skew RV commits about as many scans as " + name,
              Direction.AT_LEAST,
              1,
              0.8,
              ref(high, ROCC, SCANS),
              ref(high, other, SCANS)));
    }
    claims.add(
        new Claim(
            "at low skew GWV looks at far more than RV (asked for: 10 times)",
            Direction.AT_LEAST,
            Double.NaN,
            10,
            ref(low, GWV, SCAN_ITEMS),
            ref(low, ROCC, SCAN_ITEMS)));
    claims.add(
        Claim.more(
            "RV looks at more at high skew than at low",
            ref(high, ROCC, SCAN_ITEMS),
            ref(low, ROCC, SCAN_ITEMS)));
    claims.add(
        Claim.less(
            "at high skew RV still looks at less than GWV",
            ref(high, ROCC, SCAN_ITEMS),
            ref(high, GWV, SCAN_ITEMS)));
    return new Figure(
        "9",
        "Hybrid YCSB: skew",
        scale.ycsb("scans of 100 keys; " + many.label()),
        List.copyOf(bySkew),
        panels,
        claims);
  }
}
