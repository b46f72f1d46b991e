package dev.yardmaster.benchmarks.experiment.ermia;

import dev.yardmaster.benchmarks.experiment.Axis;
import dev.yardmaster.benchmarks.experiment.Figure;
import dev.yardmaster.benchmarks.experiment.PaperFigures;
import dev.yardmaster.benchmarks.workload.tpce.schema.TpceMix;
import java.util.List;
import java.util.Locale;

/**
 * The figures and claims of sections 1 and 4 of Kim and others, "ERMIA: Fast and robust
 * memory-optimized OLTP" (CSRG-623), and two figures of this project: YCSB, and a long scan that
 * runs concurrently with updates. {@code figures.yaml} defines the drawing of the figures and the
 * checked claims. This class creates the axes of the figures. Figures 1 and 5 run on threads. In
 * Figures 6 and 7, simulated workers replace the paper's 24 cores.
 */
public final class ErmiaFigures {

  /** The ids of all figures, as the command line accepts them. */
  public static final List<String> IDS = List.of("1", "5", "6", "7", "ycsb", "scan");

  private static final String FOUR = "four";

  private final ErmiaScale scale;
  private final ErmiaPoints points;
  private final PaperFigures figures = new PaperFigures(ErmiaFigures.class, "figures.yaml");

  /** Creates the figures at a scale. */
  public ErmiaFigures(ErmiaScale scale, long seed) {
    this.scale = scale;
    points = new ErmiaPoints(scale, seed);
    texts();
    List<Integer> workers = scale.workers();
    figures
        .axes("writes", () -> scale.reads().stream().map(this::writes).toList())
        .axis("groups", scale.groups(), "with multi-version", points::hybrid)
        .axis("hybrid", workers, FOUR, (at, sides) -> points.tpce(TpceMix.HYBRID, at, sides))
        .axis("original", workers, FOUR, (at, sides) -> points.tpce(TpceMix.ORIGINAL, at, sides))
        .axis("fixed", workers, FOUR, (at, sides) -> points.tpcc(null, at, sides))
        .axis("random", workers, FOUR, (at, of) -> points.tpcc(ErmiaPoints.HOME_SKEW, at, of))
        .axis("warehouses", this::warehouses)
        .axis("ycsb", () -> Axis.of(points.ycsb(figures.sides(FOUR))))
        .axis("scan", () -> Axis.of(points.scan(figures.sides(FOUR))));
  }

  /** Returns the figures with the given ids, in order. */
  public List<Figure> of(List<String> ids) {
    return figures.of(ids);
  }

  private Axis writes(int reads) {
    return Axis.over(scale.writeShares(), share -> points.stock(reads, share, figures.sides(FOUR)))
        .word("reads", grouped(reads));
  }

  /**
   * Returns an axis with two positions: workers with fixed warehouses, and the same number of
   * workers with random warehouses.
   */
  private Axis warehouses() {
    int most = scale.workers().get(scale.workers().size() - 1);
    List<String> sides = figures.sides(FOUR);
    return new Axis()
        .at("fixed", 1, "fixed", points.tpcc(null, most, sides))
        .at("random", 2, "random", points.tpcc(ErmiaPoints.HOME_SKEW, most, sides));
  }

  private void texts() {
    figures
        .word("stock rows", grouped(scale.warehouses() * scale.stockItems()))
        .word("warehouses", scale.warehouses())
        .word("customers", grouped(scale.customers()))
        .word("days", scale.days())
        .word("group", ErmiaPoints.GROUP)
        .word("cross", ErmiaPoints.CROSS_PERCENT)
        .word("home skew", ErmiaPoints.HOME_SKEW)
        .word("district customers", grouped(scale.customersOfDistrict()))
        .word("items", grouped(scale.items()))
        .word("records", grouped(scale.records()))
        .word("ycsb skew", ErmiaPoints.YCSB_SKEW)
        .word("scan skew", ErmiaPoints.SCAN_SKEW)
        .word("threads", scale.rounds().threaded().label());
  }

  private static String grouped(int number) {
    return String.format(Locale.ROOT, "%,d", number);
  }
}
