package dev.yardmaster.benchmarks.experiment.cormcc;

import dev.yardmaster.benchmarks.engine.TrainedTree;
import dev.yardmaster.benchmarks.experiment.DerivedPoint;
import dev.yardmaster.benchmarks.experiment.Figure;
import dev.yardmaster.benchmarks.experiment.Point;
import dev.yardmaster.benchmarks.measure.Measurements;
import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.Results;
import dev.yardmaster.benchmarks.measure.Results.Row;
import dev.yardmaster.benchmarks.workload.ycsb.YcsbPartitions;
import dev.yardmaster.engine.protocol.mixed.DecisionTree;
import dev.yardmaster.server.cli.FigureTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * The loads of YCSB from which the tree of {@code cormcc=tree} is trained. The loads are all
 * combinations of the parameters from which Figure 9 of the CormCC paper draws its load. All
 * partitions have the same load. Each load runs under each protocol alone.
 */
public final class TreeGrid {

  private static final List<String> PROTOCOLS = TrainedTree.PROTOCOLS;

  private static final TreeTraining TRAINING = new TreeTraining(PROTOCOLS);

  private final CormccScale scale;
  private final List<Point> points = new ArrayList<>();

  /**
   * Creates the grid.
   *
   * @param quick whether to use only some of the combinations
   */
  public TreeGrid(CormccScale scale, boolean quick, long seed) {
    this.scale = scale;
    CormccPoints make = new CormccPoints(scale, seed);
    for (int reads : quick ? List.of(50) : List.of(50, 80, 100)) {
      for (int requests : quick ? List.of(15) : List.of(15, 25)) {
        for (double theta : quick ? List.of(0.0, 1.5) : List.of(0.0, 0.5, 1.0, 1.5)) {
          points.add(checked(make.example(reads, requests, theta, partitions(0, 100), PROTOCOLS)));
          for (int percent : quick ? List.of(100) : List.of(50, 100)) {
            YcsbPartitions all = partitions(scale.partitions(), percent);
            points.add(checked(make.example(reads, requests, theta, all, PROTOCOLS)));
          }
        }
      }
    }
  }

  /**
   * Returns a point that checks the results immediately after the measurement. If the interval is
   * too short, the measurement fails then, and not only after all points.
   */
  private static Point checked(Point point) {
    return new DerivedPoint(
        point,
        results -> {
          var unused = example(results);
          return results;
        });
  }

  private YcsbPartitions partitions(int cross, int percent) {
    return new YcsbPartitions(scale.partitions(), cross, percent, 0);
  }

  /** Returns the loads to measure. */
  public Figure figure() {
    return new Figure(
        "grid",
        "Grid",
        "the loads of the decision tree",
        scale.partitions() + " simulated workers",
        points,
        List.of(),
        List.of(),
        List.of());
  }

  /** Reports that the rounds of a load were too short to sample the load's features. */
  public static final class ShortInterval extends RuntimeException {

    private static final long serialVersionUID = 1;

    ShortInterval(String message) {
      super(message);
    }
  }

  /**
   * Returns the text of the tree for the measured loads, as {@link DecisionTree#parse} reads it.
   *
   * @throws ShortInterval if the rounds were too short to sample the features of a load
   */
  public String tree(Measurements measured) {
    return TRAINING.train(examples(measured));
  }

  private List<TreeExample> examples(Measurements measured) {
    return measured.all().stream().map(TreeGrid::example).toList();
  }

  private static TreeExample example(Results results) {
    double[] features = SampledFeatures.of(row(results, CormccPoints.SILO));
    double[] committed =
        PROTOCOLS.stream()
            .mapToDouble(side -> row(results, side).value(Metric.COMMITTED))
            .toArray();
    if (Arrays.stream(features).anyMatch(Double::isNaN)) {
      throw new ShortInterval(
          "the interval is too short to sample features: point=" + results.at());
    }
    return new TreeExample(features, committed);
  }

  private static Row row(Results results, String side) {
    return results.row(side).orElseThrow();
  }

  /**
   * Returns a table of the losses of several ways to choose a protocol. A loss is the share of
   * commits that is missing in comparison with the best protocol of each load. The three ways are
   * the choice of the tree, the choice of a tree that was trained without this load, and one
   * protocol for all loads.
   *
   * @param tree the text of the tree
   */
  public FigureTable losses(String tree, Measurements measured) {
    List<TreeExample> examples = examples(measured);
    List<List<String>> rows = new ArrayList<>();
    DecisionTree trained = DecisionTree.parse(tree);
    rows.add(row("the tree", examples, at -> choice(trained, examples.get(at))));
    rows.add(
        row(
            "a tree of the other loads",
            examples,
            at -> {
              List<TreeExample> others = new ArrayList<>(examples);
              TreeExample unseen = others.remove(at);
              return choice(DecisionTree.parse(TRAINING.train(others)), unseen);
            }));
    for (int i = 0; i < PROTOCOLS.size(); i++) {
      int protocol = i;
      rows.add(row(PROTOCOLS.get(i), examples, at -> protocol));
    }
    return new FigureTable(
        "Commits lost to the best protocol of each load; " + examples.size() + " loads",
        List.of("choice", "mean", "most"),
        rows);
  }

  private static int choice(DecisionTree tree, TreeExample example) {
    return PROTOCOLS.indexOf(tree.classify(example.features()));
  }

  private static List<String> row(
      String name, List<TreeExample> examples, IntUnaryOperator choice) {
    double[] losses =
        IntStream.range(0, examples.size())
            .mapToDouble(at -> examples.get(at).loss(choice.applyAsInt(at)))
            .toArray();
    return List.of(
        name,
        percent(Arrays.stream(losses).average().orElseThrow()),
        percent(Arrays.stream(losses).max().orElseThrow()));
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }
}
