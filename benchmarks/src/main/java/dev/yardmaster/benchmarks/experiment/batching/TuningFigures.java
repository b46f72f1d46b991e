package dev.yardmaster.benchmarks.experiment.batching;

import static dev.yardmaster.benchmarks.measure.Metric.COMMITTED;

import dev.yardmaster.benchmarks.experiment.Drawing;
import dev.yardmaster.benchmarks.experiment.Figure;
import dev.yardmaster.benchmarks.experiment.Point;
import dev.yardmaster.benchmarks.measure.Claim;
import dev.yardmaster.benchmarks.measure.Claim.Direction;
import dev.yardmaster.benchmarks.measure.Ratio;
import dev.yardmaster.benchmarks.report.Mark;
import dev.yardmaster.benchmarks.report.Panel;
import dev.yardmaster.benchmarks.report.Panel.Kind;
import dev.yardmaster.benchmarks.report.Series;
import dev.yardmaster.benchmarks.virtual.VirtualRun;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A pipeline that sets itself beside one with fixed settings: at every skew, at every rate of
 * arrivals, and where the skew changes. Its claims are ours. On virtual cores, where a hundredth
 * can be seen; the costs are a model's ({@link dev.yardmaster.benchmarks.virtual.PipelineCosts}).
 */
final class TuningFigures {

  private static final double BAR = 0.97;
  private static final String THROUGHPUT = "committed transactions/s";
  private static final List<String> SHOWN =
      List.of(TuningSides.TUNED, VirtualPoint.BEST, VirtualPoint.WORST, VirtualPoint.PARTLY);

  private final TuningScale scale;
  private final String setting;
  private final Map<Double, VirtualPoint> repaired;
  private final Map<Double, VirtualPoint> unrepaired;
  private final Map<Double, Map<Double, VirtualPoint>> open = new LinkedHashMap<>();
  private final VirtualPoint changing;
  private final VirtualPoint changingUnrepaired;

  TuningFigures(BatchingScale scale, VirtualPoints points) {
    this.scale = scale.tuning();
    repaired = Drawing.over(this.scale.skews(), skew -> points.tuned(skew, true));
    unrepaired = Drawing.over(this.scale.skews(), skew -> points.tuned(skew, false));
    for (double skew : this.scale.openSkews()) {
      open.put(skew, Drawing.over(this.scale.rates(), rate -> points.tunedOpen(skew, rate)));
    }
    changing = points.tunedChanging(true);
    changingUnrepaired = points.tunedChanging(false);
    setting =
        "micro-benchmark on one virtual core, 300 in flight or arrivals at random, judged after a"
            + " warm-up of "
            + this.scale.warmUpSeconds()
            + " s of virtual time; costs by a model that was measured. The changing run takes skews "
            + this.scale.phases()
            + " for "
            + this.scale.phaseSeconds()
            + " s each. The claims are ours. Fixed settings have a fixed window, too; beside them stand"
            + " settings of which the window alone sets itself";
  }

  Figure figure(String id) {
    List<Point> points = new ArrayList<>(repaired.values());
    points.addAll(unrepaired.values());
    open.values().forEach(byRate -> points.addAll(byRate.values()));
    points.add(changing);
    points.add(changingUnrepaired);
    return new Figure(
        id,
        "Beyond the paper",
        "a pipeline that sets itself",
        setting,
        points,
        panels(),
        claims(),
        List.of());
  }

  private List<Panel> panels() {
    List<Panel> panels = new ArrayList<>();
    panels.add(overSkews("procedures", repaired));
    panels.add(overSkews("logic that cannot be repaired", unrepaired));
    open.forEach(
        (skew, byRate) ->
            panels.add(
                Drawing.lines(
                    "arrivals at skew " + skew,
                    "arrivals over what the best fixed settings can do",
                    THROUGHPUT,
                    byRate,
                    SHOWN,
                    COMMITTED,
                    1)));
    panels.add(overTime("changing skew, procedures", changing));
    panels.add(overTime("changing skew, logic that cannot be repaired", changingUnrepaired));
    return panels;
  }

  private static Panel overSkews(String title, Map<Double, VirtualPoint> bySkew) {
    return Drawing.lines(title, ThreeFigures.SKEW, THROUGHPUT, bySkew, SHOWN, COMMITTED, 1);
  }

  private Panel overTime(String title, VirtualPoint point) {
    List<Series> series = new ArrayList<>();
    int ticks = (int) Math.round(scale.changingSeconds() / VirtualRun.TICK_SECONDS);
    for (String side : point.settings().keySet()) {
      List<Mark> marks = new ArrayList<>();
      for (int tick = 0; tick < ticks; tick++) {
        double atSeconds = (tick + 1) * VirtualRun.TICK_SECONDS;
        marks.add(
            Mark.at(
                atSeconds,
                String.format(java.util.Locale.ROOT, "%.1f", atSeconds),
                Drawing.ref(point, side, VirtualRun.tick(tick))));
      }
      if (side.equals(TuningSides.TUNED) || side.equals(TuningSides.DEFAULT)) {
        series.add(new Series(side, marks));
      }
    }
    return new Panel(title, Kind.LINES, "recorded seconds", THROUGHPUT, 1, series);
  }

  private List<Claim> claims() {
    List<Claim> claims = new ArrayList<>();
    claims.add(
        Claim.everywhere(
            "at every skew it commits at least 0.97 of the best fixed settings",
            Direction.AT_LEAST,
            BAR,
            overBest(repaired)));
    claims.add(
        Claim.everywhere(
            "the same for logic that cannot be repaired",
            Direction.AT_LEAST,
            BAR,
            overBest(unrepaired)));
    open.forEach(
        (skew, byRate) ->
            claims.add(
                Claim.everywhere(
                    "at skew " + skew + " the same at every rate of arrivals",
                    Direction.AT_LEAST,
                    BAR,
                    overBest(byRate))));
    claims.add(
        Claim.everywhere(
            "where the skew changes it commits as much as any fixed settings",
            Direction.AT_LEAST,
            1,
            List.of(overBest("", changing))));
    claims.add(
        Claim.everywhere(
            "the same for logic that cannot be repaired",
            Direction.AT_LEAST,
            1,
            List.of(overBest("", changingUnrepaired))));
    claims.add(
        Claim.everywhere(
            "where the skew changes it commits at least 0.97 of the best with an adaptive window",
            Direction.AT_LEAST,
            BAR,
            List.of(
                overPartly("procedures", changing),
                overPartly("other logic", changingUnrepaired))));
    return claims;
  }

  private static List<Ratio> overBest(Map<Double, VirtualPoint> byX) {
    List<Ratio> compared = new ArrayList<>();
    byX.forEach((x, point) -> compared.add(overBest("tuned over best fixed at " + x, point)));
    return compared;
  }

  private static Ratio overPartly(String at, VirtualPoint point) {
    return new Ratio(
        at,
        Drawing.ref(point, TuningSides.TUNED, COMMITTED),
        Drawing.ref(point, VirtualPoint.PARTLY, COMMITTED));
  }

  private static Ratio overBest(String at, VirtualPoint point) {
    return new Ratio(
        at,
        Drawing.ref(point, TuningSides.TUNED, COMMITTED),
        Drawing.ref(point, VirtualPoint.BEST, COMMITTED));
  }
}
