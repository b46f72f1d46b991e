package dev.yardmaster.benchmarks.experiment.batching;

import dev.yardmaster.benchmarks.experiment.Axis;
import dev.yardmaster.benchmarks.experiment.Figure;
import dev.yardmaster.benchmarks.experiment.PaperFigures;
import dev.yardmaster.benchmarks.experiment.Point;
import dev.yardmaster.benchmarks.experiment.VirtualPoint;
import dev.yardmaster.benchmarks.jdbc.bank.BankLogic;
import dev.yardmaster.benchmarks.virtual.VirtualRun;
import dev.yardmaster.reorder.Solver;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The figures and claims of section 5 of Ding, Kot and Gehrke, "Improving Optimistic Concurrency
 * Control Through Transaction Batching and Operation Reordering" (PVLDB 12(2), 2018). {@code
 * figures.yaml} defines the drawing of the figures and the checked claims. This class creates the
 * axes of the figures.
 *
 * <p>The pipeline has the settings of the paper's prototype: no repair, the paper's number of
 * transactions in flight, and the paper's sort-based greedy solver. The names of the sides show
 * which sides are not in the paper.
 */
public final class BatchingFigures {

  /** The ids of all figures, as the command line accepts them. */
  public static final List<String> IDS =
      List.of(
          "5",
          "6",
          "7",
          "8",
          "9",
          "10",
          "11",
          "12",
          "13",
          "14",
          "15",
          "16",
          "17",
          "18",
          "20",
          "21",
          "22",
          "23",
          "24",
          "25",
          "26",
          "27",
          "28",
          "loses",
          "tuning",
          "tuning-threads");

  private static final int PAPER_RECORDS = 10_000_000;

  /**
   * The lowest skew at which the sides of the paper's charts on the engine are expected to differ.
   */
  private static final double CONTENDED = 0.9;

  /** The highest skew at which the paper's brute-force search finishes. */
  private static final double LAST_SEARCHED = 0.7;

  private static final double DATABASE_SKEW = 0.9;
  private static final double BATCHES_SKEW = 0.9;
  private static final int LOSING_CONNECTIONS = 16;

  private final BatchingScale scale;
  private final PaperFigures figures = new PaperFigures(BatchingFigures.class, "figures.yaml");

  /** Creates the figures at a scale. */
  public BatchingFigures(BatchingScale scale, long seed) {
    this.scale = scale;
    BatchingPoints points = new BatchingPoints(scale, seed);
    VirtualPoints virtual = new VirtualPoints(scale, seed);
    YcsbPoints ycsb = new YcsbPoints(scale, seed);
    DatabasePoints database = new DatabasePoints(scale, seed);
    graphs(seed);
    pipeline(points);
    reorderWorkers(points, virtual);
    engine(ycsb);
    databases(database);
    loses(points, ycsb, database);
    tuning(virtual);
  }

  /** Returns the figures with the given ids, in order. */
  public List<Figure> of(List<String> ids) {
    return figures.of(ids);
  }

  private static String whole(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  private static <T> T last(List<T> list) {
    return list.get(list.size() - 1);
  }

  /**
   * Returns an axis over skews. The skews up to the highest skew of the paper form the axis's part
   * {@code paper}.
   */
  private static Axis overSkews(List<Double> skews, Function<Double, Point> point) {
    return Axis.over(skews, point)
        .part("paper", skew -> skew <= BatchingScale.PAPER_MOST_SKEWED)
        .part("tails", BatchingScale.TAIL_SKEWS::contains);
  }

  private void graphs(long seed) {
    figures
        .word("graphs", scale.graphs())
        .word("batch", scale.batch())
        .word("objects", whole(scale.objects()))
        .word("most nodes", whole(Algorithm.MAX_NODES))
        .axis(
            "graphs",
            () ->
                overSkews(scale.graphSkews(), skew -> SolverPoint.of(scale, skew, seed))
                    .part("searched", skew -> skew <= LAST_SEARCHED));
  }

  private void pipeline(BatchingPoints points) {
    figures
        .word("micro", "micro-benchmark, " + whole(scale.objects()) + " objects, " + scale.load())
        .word(
            "small bank", "SmallBank, " + whole(scale.customers()) + " customers, " + scale.load())
        .axis("modes on SmallBank", () -> onSides("modes", points::smallBank));
    for (String group : List.of("greedy", "modes", "policies")) {
      figures.axis(group, () -> onSides(group, points::micro));
    }
  }

  /** Makes a point that measures some sides at a skew. */
  @FunctionalInterface
  private interface OnSides {

    Point at(double skew, List<String> sides);
  }

  private Axis onSides(String group, OnSides point) {
    return overSkews(scale.skews(), skew -> point.at(skew, figures.sides(group)));
  }

  private void reorderWorkers(BatchingPoints points, VirtualPoints virtual) {
    figures
        .word("cores", Runtime.getRuntime().availableProcessors())
        .axis("workers", () -> onSides("workers", points::dedicated));
    for (Solver solver : List.of(Solver.SORT, Solver.OPTIMAL)) {
      figures.axis(
          "virtual workers with " + solver.optionName(),
          () ->
              overSkews(scale.skews(), skew -> virtual.workers(skew, solver))
                  .word("solver", solver.optionName()));
    }
  }

  private void engine(YcsbPoints points) {
    EngineScale engine = scale.engine();
    int workers = engine.mostWorkers();
    double skewed = last(engine.skews());
    figures
        .word("records", whole(engine.records()))
        .word("paper records", whole(PAPER_RECORDS))
        .word("most workers", workers + " simulated workers")
        .word("most threads", engine.mostThreads())
        .axis(
            "simulated",
            () -> Axis.over(engine.workers(), count -> points.simulated(count, skewed)))
        .axis("threads", () -> Axis.over(engine.threads(), count -> points.threads(count, skewed)))
        .axis(
            "most of both",
            () ->
                new Axis()
                    .at("simulated", workers, "", points.simulated(workers, skewed))
                    .at("threads", 0, "", points.threads(engine.mostThreads(), skewed)))
        .axis(
            "skews",
            () ->
                Axis.over(engine.skews(), skew -> points.simulated(workers, skew))
                    .part("contended", skew -> skew >= CONTENDED));
  }

  private void databases(DatabasePoints points) {
    figures
        .word("database customers", whole(scale.database().customers()))
        .word("database batch", DatabasePoints.BATCH);
    List<Integer> connections = scale.database().connections();
    for (BankLogic logic : DatabasePoints.LOGICS) {
      figures.axis(
          DatabasePoints.words(logic),
          () ->
              named(
                  logic, Axis.over(connections, at -> points.smallBank(logic, DATABASE_SKEW, at))));
    }
  }

  /**
   * Defines the texts of an axis that describe the form of transactions (function calls or
   * interactive) on PostgreSQL.
   */
  private static Axis named(BankLogic logic, Axis axis) {
    String calls = DatabasePoints.words(logic);
    return axis.word("calls", calls)
        .word("title", calls + (logic == BankLogic.PROCEDURE ? "" : " (ours)"))
        .word("plain", DatabasePoints.plain(logic).label());
  }

  private void loses(BatchingPoints points, YcsbPoints ycsb, DatabasePoints database) {
    LosingCasesScale loses = scale.loses();
    List<Double> skews =
        Stream.of(loses.low(), scale.skews(), loses.high())
            .flatMap(List::stream)
            .distinct()
            .sorted()
            .toList();
    double low = last(loses.low());
    figures
        .word("up to low", low == 0 ? "without skew " : "up to skew " + low + " ")
        .word("least high", loses.high().get(0))
        .word("smallest batch", loses.batches().get(0))
        .word("usual batch", last(loses.batches()))
        .axis(
            "losing skews",
            () ->
                Axis.over(skews, skew -> points.micro(skew, figures.sides("modes")))
                    .part("low", loses.low()::contains)
                    .part("high", loses.high()::contains))
        .sides("batches", batches(loses.batches()))
        .axis("batches", () -> batches(points, loses.batches()));
    EngineScale engine = scale.engine();
    Point threads = ycsb.threads(engine.mostThreads(), 0);
    Point simulated = ycsb.simulated(engine.mostWorkers(), 0);
    figures
        .axis("no skew on threads", () -> Axis.of(threads))
        .axis("no skew simulated", () -> Axis.of(simulated));
    Map<BankLogic, DatabasePoint> databases = new LinkedHashMap<>();
    for (BankLogic logic : DatabasePoints.LOGICS) {
      DatabasePoint point = database.smallBank(logic, 0, LOSING_CONNECTIONS);
      databases.put(logic, point);
      figures.axis("no skew " + DatabasePoints.words(logic), () -> named(logic, Axis.of(point)));
    }
    SchedulerPanels panels = new SchedulerPanels(engine, figures.names("protocols"));
    figures
        .panel("schedulers on the engine", title -> panels.engine(title, threads, simulated))
        .panel("schedulers on PostgreSQL", title -> panels.database(title, databases));
  }

  /**
   * Returns the sides of the chart whose axis shows the modes. There is one side for each batch
   * size. The key is the pattern of the side's label, and the value is the side's name in the
   * legend.
   */
  private static Map<String, String> batches(List<Integer> sizes) {
    Map<String, String> sides = new LinkedHashMap<>();
    sizes.forEach(size -> sides.put("{x}@" + size, size.toString()));
    return sides;
  }

  /**
   * Returns an axis with a position for each mode. All positions share one point. The sides of the
   * point are the modes with their batch sizes.
   */
  private static Axis batches(BatchingPoints points, List<Integer> sizes) {
    List<String> modes = List.of("batch", "srvc", "srvc/optimal");
    List<String> sides =
        Stream.concat(
                Stream.of("base"),
                sizes.stream().flatMap(size -> modes.stream().map(mode -> mode + "@" + size)))
            .toList();
    Point point = points.micro(BATCHES_SKEW, sides);
    Axis axis = new Axis();
    modes.forEach(mode -> axis.at(mode, 0, mode, point));
    return axis;
  }

  private void tuning(VirtualPoints points) {
    TuningScale tuning = scale.tuning();
    tuningOnThreads(points, tuning.phases());
    figures
        .word("warm-up", tuning.warmUpSeconds())
        .word("phases", tuning.phases())
        .word("phase seconds", tuning.phaseSeconds())
        .axis("procedures", () -> Axis.over(tuning.skews(), skew -> points.tuned(skew, true)))
        .axis("other logic", () -> Axis.over(tuning.skews(), skew -> points.tuned(skew, false)))
        .axes(
            "arrivals",
            () ->
                tuning.openSkews().stream()
                    .map(
                        skew ->
                            Axis.over(tuning.rates(), rate -> points.tunedOpen(skew, rate))
                                .word("skew", skew.toString()))
                    .toList());
    VirtualPoint procedures = points.tunedChanging(true);
    VirtualPoint other = points.tunedChanging(false);
    List<String> tuned = List.of(TuningSides.TUNED, TuningSides.DEFAULT);
    int ticks = (int) Math.round(tuning.changingSeconds() / VirtualRun.TICK_SECONDS);
    figures
        .axis(
            "changing",
            () ->
                new Axis()
                    .at("procedures", 0, "procedures", procedures)
                    .at("other", 0, "other logic", other))
        .panel("changing procedures", title -> procedures.overTime(title, ticks, tuned))
        .panel("changing other logic", title -> other.overTime(title, ticks, tuned));
  }

  private void tuningOnThreads(VirtualPoints points, List<Double> skews) {
    ChangingSkewPoint point = points.tunedOnThreads();
    figures
        .axis(
            "changing on threads", () -> Axis.over(skews.stream().sorted().toList(), skew -> point))
        .panel("changing on threads", point::overSkews);
  }
}
