package dev.yardmaster.benchmarks.experiment.plor;

import static dev.yardmaster.benchmarks.experiment.plor.PlorPoints.HIGH_SKEW;
import static dev.yardmaster.benchmarks.experiment.plor.PlorPoints.RECORD_BYTES;

import dev.yardmaster.benchmarks.experiment.Axis;
import dev.yardmaster.benchmarks.experiment.Figure;
import dev.yardmaster.benchmarks.experiment.PaperFigures;
import dev.yardmaster.benchmarks.workload.ycsb.YcsbMix;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The figures and claims of sections 2 and 6 of Chen and others, "Plor: General Transactions with
 * Predictable, Low Tail Latency" (SIGMOD 2022). {@code figures.yaml} defines the drawing of the
 * figures and the checked claims. This class creates the axes of the figures. Simulated workers
 * replace the paper's 36 cores; figures about the processor cost of the code run on threads.
 */
public final class PlorFigures {

  /** The ids of all figures, as the command line accepts them. */
  public static final List<String> IDS =
      List.of(
          "1", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "schedulers", "optimistic");

  private static final double LOW_SKEW = 0.5;
  private static final double MEDIUM_SKEW = 0.8;
  private static final int SMALL_RECORD_BYTES = 10;

  private final PlorScale scale;
  private final PlorPoints points;
  private final PaperFigures figures = new PaperFigures(PlorFigures.class, "figures.yaml");

  /** Creates the figures at a scale. */
  public PlorFigures(PlorScale scale, long seed) {
    this.scale = scale;
    points = new PlorPoints(scale, seed);
    texts();
    storedProcedures();
    deadlines();
    interactive();
    threads();
  }

  /** Returns the figures with the given ids, in order. */
  public List<Figure> of(List<String> ids) {
    return figures.of(ids);
  }

  private void texts() {
    figures
        .word("records", String.format(Locale.ROOT, "%,d records", scale.records()))
        .word("tail", scale.tail().name())
        .word("tail name", scale.hasTail() ? "p99.9" : "p99 (in the paper, p99.9)")
        .word("threads", scale.rounds().threaded().label());
  }

  private void storedProcedures() {
    List<Integer> workers = scale.workers();
    figures.axis("workers", workers, "stored", (at, sides) -> points.ycsb(at, HIGH_SKEW, sides));
    figures.axis(
        "workers, low skew", workers, "stored", (at, sides) -> points.ycsb(at, LOW_SKEW, sides));
    figures.axis(
        "skew", scale.skews(), "stored", (at, sides) -> points.ycsb(PlorScale.WORKERS, at, sides));
    figures.axis("TPC-C", scale.tpccWorkers(), "stored", (at, sides) -> points.tpcc(1, at, sides));
    figures.axis(
        "warehouses",
        scale.warehouses(),
        "stored",
        (at, sides) -> points.tpcc(at, PlorScale.WORKERS, sides));
    figures.axis(
        "TPC-C, logs", scale.tpccWorkers(), "logs", (at, sides) -> points.tpcc(1, at, sides));
    figures.axis("breakdown", scale.fewWorkers(), "breakdown", points::timed);
    figures.axis(
        "big", scale.bigRequests(), "growth", (at, sides) -> points.big(at, isEnd(at), sides));
    figures
        .axis("TPC-C, long", () -> Axis.of(points.tpccTail(figures.sides("long"))))
        .axis(
            "read-mostly",
            () -> Axis.of(points.readMostly(MEDIUM_SKEW, figures.sides("mechanisms"))))
        .axis(
            "schedulers",
            () -> Axis.of(points.ycsb(PlorScale.WORKERS, HIGH_SKEW, figures.sides("schedulers"))));
  }

  /** Returns whether a number of requests is the lowest or the highest of the measured numbers. */
  private boolean isEnd(int requests) {
    List<Integer> all = scale.bigRequests();
    return requests == all.get(0) || requests == all.get(all.size() - 1);
  }

  private void deadlines() {
    Map<String, String> sides = new LinkedHashMap<>();
    scale.slacksUs().forEach(us -> sides.put(PlorPoints.withSlack(us), "SF = " + us + " us"));
    List<String> names = List.copyOf(sides.keySet());
    figures
        .sides("slack", sides)
        .word("without slack", names.get(0))
        .word("with slack", String.join(", ", names.subList(1, names.size())))
        .word("with most slack", names.get(names.size() - 1))
        .word("most slack", scale.slacksUs().get(names.size() - 1));
    figures.axis("slack", scale.fewWorkers(), "slack", (at, of) -> points.ycsb(at, HIGH_SKEW, of));
    figures.axis("TPC-C, slack", scale.tpccWorkers(), "slack", (at, of) -> points.tpcc(1, at, of));
  }

  private void interactive() {
    figures
        .word("clients", PlorPoints.INTERACTIVE_CLIENTS.label())
        .axis(
            "interactive threads",
            () -> Axis.of(points.interactiveThreads(figures.sides("interactive"))));
    figures.axis("interactive", scale.fewWorkers(), "interactive", points::interactive);
    figures.axis("interactive TPC-C", scale.tpccWorkers(), "interactive", points::interactiveTpcc);
  }

  private void threads() {
    onThreads("1 KB", YcsbMix.B, LOW_SKEW, RECORD_BYTES, "stored");
    onThreads("10 bytes", YcsbMix.B, LOW_SKEW, SMALL_RECORD_BYTES, "stored");
    onThreads("reads", YcsbMix.C, HIGH_SKEW, RECORD_BYTES, "reads");
  }

  private void onThreads(String name, YcsbMix mix, double skew, int recordBytes, String group) {
    figures.axis(
        name,
        () ->
            Axis.of(points.threads(mix, skew, recordBytes, figures.sides(group)))
                .word("who", name));
  }
}
