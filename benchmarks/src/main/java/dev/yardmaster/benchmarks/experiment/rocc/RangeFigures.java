package dev.yardmaster.benchmarks.experiment.rocc;

import static dev.yardmaster.benchmarks.engine.EngineMetrics.SCANS;
import static dev.yardmaster.benchmarks.experiment.Drawing.at;
import static dev.yardmaster.benchmarks.experiment.Drawing.over;
import static dev.yardmaster.benchmarks.experiment.Drawing.ref;
import static dev.yardmaster.benchmarks.experiment.rocc.Axes.SKEWS;
import static dev.yardmaster.benchmarks.experiment.rocc.Axes.SKEW_NAMES;
import static dev.yardmaster.benchmarks.experiment.rocc.Axes.THROUGHPUT;
import static dev.yardmaster.benchmarks.experiment.rocc.Axes.bySkew;
import static dev.yardmaster.benchmarks.experiment.rocc.RoccPoints.LOW_SKEW;
import static dev.yardmaster.benchmarks.experiment.rocc.RoccPoints.RANGES;
import static dev.yardmaster.benchmarks.experiment.rocc.RoccPoints.ROCC;
import static dev.yardmaster.benchmarks.experiment.rocc.RoccPoints.UNREGISTERED;
import static dev.yardmaster.benchmarks.measure.Metric.COMMITTED;

import dev.yardmaster.benchmarks.experiment.Crew;
import dev.yardmaster.benchmarks.experiment.EnginePoint;
import dev.yardmaster.benchmarks.experiment.Figure;
import dev.yardmaster.benchmarks.measure.Claim;
import dev.yardmaster.benchmarks.measure.Claim.Direction;
import dev.yardmaster.benchmarks.measure.Ref;
import dev.yardmaster.benchmarks.report.Mark;
import dev.yardmaster.benchmarks.report.Panel;
import dev.yardmaster.benchmarks.report.Panel.Kind;
import dev.yardmaster.benchmarks.report.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The figures about ranges and the writers that register in them: 10 to 12 and Table II. */
final class RangeFigures {

  private final RoccScale scale;
  private final RoccPoints points;
  private final Crew threads;
  private final Crew many;

  RangeFigures(RoccScale scale, RoccPoints points) {
    this.scale = scale;
    this.points = points;
    threads = scale.threaded();
    many = scale.simulated();
  }

  /** A line over the numbers of ranges of one point, whose sides they are. */
  private Series overRanges(String name, EnginePoint point) {
    return new Series(
        name,
        scale.rangeCounts().stream()
            .map(
                count ->
                    Mark.at(
                        count,
                        String.valueOf(count),
                        ref(point, RoccPoints.rangesLabel(count), SCANS)))
            .toList());
  }

  Figure figure10() {
    Map<Integer, EnginePoint> byLength =
        over(scale.rangeScans(), length -> points.ranges(length, LOW_SKEW, many));
    List<EnginePoint> bySkew =
        SKEWS.stream()
            .map(skew -> skew == LOW_SKEW ? byLength.get(100) : points.ranges(100, skew, many))
            .toList();
    List<EnginePoint> all = new ArrayList<>(byLength.values());
    all.addAll(bySkew);
    List<Series> skews = new ArrayList<>();
    for (int i = 0; i < SKEWS.size(); i++) {
      skews.add(overRanges(SKEW_NAMES.get(i) + " skew", bySkew.get(i)));
    }
    String x = "logical ranges, as the paper's table has them";
    List<Panel> panels =
        List.of(
            new Panel(
                "low skew",
                Kind.LOG_LINES,
                x,
                THROUGHPUT,
                1,
                byLength.entrySet().stream()
                    .map(at -> overRanges("scans of " + at.getKey(), at.getValue()))
                    .toList()),
            new Panel("scans of 100 keys", Kind.LOG_LINES, x, THROUGHPUT, 1, skews));
    String many = RoccPoints.rangesLabel(RANGES);
    String most = RoccPoints.rangesLabel(262_144);
    String one = RoccPoints.rangesLabel(1);
    EnginePoint hundred = byLength.get(100);
    List<Claim> claims =
        List.of(
            Claim.more(
                "scans of 100 keys gain from 1 to 16,384 ranges",
                ref(hundred, many, SCANS),
                ref(hundred, one, SCANS)),
            Claim.ratio(
                "scans of 1,000 keys fall by nearly 30 % from 16,384 to 262,144 ranges",
                0.7, at(byLength, 1_000, most, SCANS), at(byLength, 1_000, many, SCANS)),
            new Claim(
                "at high skew the number of ranges does not matter",
                Direction.AT_LEAST,
                1,
                0.8,
                ref(bySkew.get(3), one, SCANS),
                ref(bySkew.get(3), many, SCANS)));
    return new Figure(
        "10",
        "Number of logical ranges",
        scale.ycsb(this.many.label() + "; ranges are as long as the paper's"),
        List.copyOf(all.stream().distinct().toList()),
        panels,
        claims);
  }

  Figure table2() {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("ranges in the paper", "keys of a range there", "ranges here", "keys here"));
    for (int count : scale.rangeCounts()) {
      int here = scale.ranges(count);
      rows.add(
          List.of(
              whole(count),
              whole(RoccScale.PAPER_RECORDS / count),
              whole(here),
              whole((scale.records() - 1) / here + 1)));
    }
    return new Figure(
        "t2",
        "Table II",
        "How tables are divided",
        String.format(Locale.ROOT, "YCSB, %,d records", scale.records()),
        List.of(),
        List.of(),
        List.of(),
        rows);
  }

  private static String whole(int value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  private Series overSlots(String name, EnginePoint point) {
    return new Series(
        name,
        scale.arraySlots().stream()
            .map(
                slots ->
                    Mark.at(
                        slots,
                        String.valueOf(slots),
                        ref(point, RoccPoints.slotsLabel(slots), SCANS)))
            .toList());
  }

  Figure figure11() {
    Map<Integer, EnginePoint> byRanges =
        over(scale.rangeCounts(), count -> points.arrays(count, LOW_SKEW, many));
    List<EnginePoint> bySkew =
        SKEWS.stream()
            .map(
                skew -> skew == LOW_SKEW ? byRanges.get(RANGES) : points.arrays(RANGES, skew, many))
            .toList();
    List<EnginePoint> all = new ArrayList<>(byRanges.values());
    all.addAll(bySkew);
    List<Series> skews = new ArrayList<>();
    for (int i = 0; i < SKEWS.size(); i++) {
      skews.add(overSlots(SKEW_NAMES.get(i) + " skew", bySkew.get(i)));
    }
    String x = "slots of a circular array";
    String fewest = RoccPoints.slotsLabel(scale.arraySlots().get(0));
    String paper = RoccPoints.slotsLabel(5_000);
    List<Claim> claims =
        List.of(
            new Claim(
                "the array's size has a very small impact, whatever the ranges",
                Direction.AT_LEAST,
                1,
                0.9,
                ref(byRanges.get(RANGES), fewest, SCANS),
                ref(byRanges.get(RANGES), paper, SCANS)),
            Claim.less(
                "a small array costs at high skew",
                ref(bySkew.get(3), fewest, SCANS),
                ref(bySkew.get(3), paper, SCANS)));
    return new Figure(
        "11",
        "Size of the circular array",
        scale.ycsb("scans of 100 keys; " + many.label()),
        all.stream().distinct().collect(Collectors.toUnmodifiableList()),
        List.of(
            new Panel(
                "low skew",
                Kind.LOG_LINES,
                x,
                THROUGHPUT,
                1,
                byRanges.entrySet().stream()
                    .map(at -> overSlots(RoccPoints.rangesLabel(at.getKey()), at.getValue()))
                    .toList()),
            new Panel(RoccPoints.rangesLabel(RANGES), Kind.LOG_LINES, x, THROUGHPUT, 1, skews)),
        claims);
  }

  Figure figure12() {
    Map<Integer, EnginePoint> byRanges =
        over(scale.rangeCounts(), count -> points.registration(count, LOW_SKEW, threads));
    List<EnginePoint> bySkew =
        SKEWS.stream()
            .map(
                skew ->
                    skew == LOW_SKEW
                        ? byRanges.get(RANGES)
                        : points.registration(RANGES, skew, threads))
            .toList();
    List<EnginePoint> all = new ArrayList<>(byRanges.values());
    all.addAll(bySkew);
    List<Mark> ranges = new ArrayList<>();
    List<Claim> claims = new ArrayList<>();
    byRanges.forEach(
        (count, point) -> {
          Ref rocc = ref(point, ROCC, COMMITTED);
          ranges.add(new Mark(count, String.valueOf(count), rocc, rocc.of(UNREGISTERED)));
          claims.add(
              Claim.atLeast(
                  "registration costs less than 10 % with " + RoccPoints.rangesLabel(count),
                  0.9,
                  0.9,
                  rocc,
                  rocc.of(UNREGISTERED)));
        });
    for (int i = 0; i < SKEWS.size(); i++) {
      if (SKEWS.get(i) == LOW_SKEW) {
        continue;
      }
      boolean skewed = SKEWS.get(i) > LOW_SKEW;
      Ref rocc = ref(bySkew.get(i), ROCC, COMMITTED);
      claims.add(
          Claim.atLeast(
              "registration costs "
                  + (skewed ? "18 to 21 %" : "less than 10 %")
                  + " at "
                  + SKEW_NAMES.get(i)
                  + " skew",
              skewed ? 0.82 : 0.9,
              skewed ? 0.79 : 0.9,
              rocc,
              rocc.of(UNREGISTERED)));
    }
    String y = "committed over that without registration";
    return new Figure(
        "12",
        "What registration costs without scans",
        String.format(
            Locale.ROOT,
            "YCSB A, five operations, %,d records, popular keys side by side; %s",
            scale.records(),
            threads.label()),
        all.stream().distinct().collect(Collectors.toUnmodifiableList()),
        List.of(
            new Panel(
                "low skew",
                Kind.BARS,
                "logical ranges, as the paper's table has them",
                y,
                1,
                List.of(new Series(ROCC, ranges))),
            new Panel(
                RoccPoints.rangesLabel(RANGES),
                Kind.BARS,
                "skew",
                y,
                1,
                List.of(new Series(ROCC, bySkew(bySkew, ROCC, COMMITTED, UNREGISTERED))))),
        claims);
  }
}
