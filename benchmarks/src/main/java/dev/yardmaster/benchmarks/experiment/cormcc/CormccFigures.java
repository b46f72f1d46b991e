package dev.yardmaster.benchmarks.experiment.cormcc;

import static dev.yardmaster.benchmarks.experiment.cormcc.CormccPoints.MIXED;

import dev.yardmaster.benchmarks.engine.ChangingLoad;
import dev.yardmaster.benchmarks.experiment.Axis;
import dev.yardmaster.benchmarks.experiment.DerivedPoint;
import dev.yardmaster.benchmarks.experiment.EnginePoint;
import dev.yardmaster.benchmarks.experiment.Figure;
import dev.yardmaster.benchmarks.experiment.PaperFigures;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/**
 * The figures and claims of section 6 of Tang and Elmore, "Toward Coordination-free and
 * Reconfigurable Mixed Concurrency Control" (USENIX ATC 2018). {@code figures.yaml} defines the
 * drawing of the figures and the checked claims. This class creates the axes of the figures.
 * Simulated workers replace the paper's 32 cores; Figure 15, which shows the processor cost of the
 * code, runs on threads.
 */
public final class CormccFigures {

  /** The ids of all figures, as the command line accepts them. */
  public static final List<String> IDS =
      List.of("7", "8", "9", "10", "11", "12", "13", "14", "15", "16");

  private final CormccScale scale;
  private final CormccPoints points;
  private final PaperFigures figures = new PaperFigures(CormccFigures.class, "figures.yaml");

  /** Creates the figures at a scale. */
  public CormccFigures(CormccScale scale, long seed) {
    this.scale = scale;
    points = new CormccPoints(scale, seed);
    texts();
    partitions();
    changing("YCSB", "records", "singles", points::changingYcsb);
    changing("TPC-C", "changing tables", "singles on TPC-C", points::changingTpcc);
    figures
        .axis("one thread", () -> Axis.of(points.oneThread(figures.sides("one thread"))))
        .axis("long transactions", scale.longMs(), "switches", points::switching)
        .axis("pairs", () -> Axis.of(points.switching(longest(), figures.sides("pairs"))))
        .axis("threads", () -> Axis.of(points.threads(figures.sides("fixed"))));
  }

  /** Returns the figures with the given ids, in order. */
  public List<Figure> of(List<String> ids) {
    return figures.of(ids);
  }

  private double longest() {
    return scale.longMs().get(scale.longMs().size() - 1);
  }

  private void texts() {
    figures
        .word("longest ms", longest())
        .word("records", String.format(Locale.ROOT, "%,d records", scale.records()))
        .word("partitions", scale.partitions())
        .word("half", scale.half())
        .word("phase ms", phaseMs())
        .word("phases", scale.phases())
        .word("threads", scale.rounds().threaded().label())
        .word("singles", String.join(", ", figures.sides("singles")))
        .word("singles on TPC-C", String.join(", ", figures.sides("singles on TPC-C")))
        .word("others on TPC-C", String.join(", ", others("tables")));
  }

  private String phaseMs() {
    return String.format(
        Locale.ROOT, "%.1f", 1e3 * scale.phaseTimes() * scale.rounds().virtualSeconds());
  }

  private List<String> others(String group) {
    return figures.sides(group).stream().filter(side -> !side.equals(MIXED)).toList();
  }

  private void partitions() {
    List<Integer> cross = scale.cross();
    figures
        .axis("cross warehouses", cross, "tables", (at, sides) -> points.tpcc(at, null, sides))
        .axis("skew", scale.skews(), "tables", (at, of) -> points.tpcc(scale.half(), at, of))
        .axis("cross partitions", cross, "records", (at, sides) -> points.ycsb(at, 0, sides))
        .axis(
            "read-only partitions",
            cross,
            "records",
            (at, sides) -> points.ycsb(scale.half(), at, sides));
  }

  private void changing(
      String name, String group, String singles, Function<List<String>, EnginePoint> make) {
    EnginePoint point = make.apply(figures.sides(group));
    ChangingLoad load = new ChangingLoad(point.contenders().get(0).setup());
    PhaseRatios ratios = new PhaseRatios(load, MIXED, figures.sides(singles));
    figures
        .axis("changing " + name, () -> Axis.of(new DerivedPoint(point, ratios::add)))
        .panel(
            name + " over time", title -> load.overTime(title, point.key(), figures.names(group)))
        .panel(name + " ratios", title -> ratios.overTime(title, point.key()));
  }
}
