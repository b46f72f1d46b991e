package dev.yardmaster.benchmarks.experiment.batching;

import static dev.yardmaster.benchmarks.experiment.batching.Algorithm.GREEDY_MAX;
import static dev.yardmaster.benchmarks.experiment.batching.Algorithm.GREEDY_PROD;
import static dev.yardmaster.benchmarks.experiment.batching.Algorithm.GREEDY_SORT;
import static dev.yardmaster.benchmarks.experiment.batching.Algorithm.GREEDY_SUM;
import static dev.yardmaster.benchmarks.experiment.batching.Algorithm.HYBRID_10;
import static dev.yardmaster.benchmarks.experiment.batching.Algorithm.HYBRID_15;
import static dev.yardmaster.benchmarks.experiment.batching.Algorithm.HYBRID_20;
import static dev.yardmaster.benchmarks.experiment.batching.Algorithm.OPTIMAL;
import static dev.yardmaster.benchmarks.experiment.batching.Algorithm.RANDOM;
import static dev.yardmaster.benchmarks.experiment.batching.Algorithm.RANDOM_3;
import static dev.yardmaster.benchmarks.experiment.batching.Algorithm.SEARCH;
import static dev.yardmaster.benchmarks.experiment.batching.SolverPoint.PROVEN;
import static dev.yardmaster.benchmarks.experiment.batching.SolverPoint.SIZE;
import static dev.yardmaster.benchmarks.experiment.batching.SolverPoint.TIME_NS;

import dev.yardmaster.benchmarks.experiment.Drawing;
import dev.yardmaster.benchmarks.experiment.Figure;
import dev.yardmaster.benchmarks.measure.Claim;
import dev.yardmaster.benchmarks.measure.Claim.Direction;
import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.Ratio;
import dev.yardmaster.benchmarks.measure.Ref;
import dev.yardmaster.benchmarks.report.Panel;
import dev.yardmaster.benchmarks.report.Panel.Kind;
import dev.yardmaster.benchmarks.report.Series;
import dev.yardmaster.benchmarks.workload.micro.MicroBatches;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;

/** The algorithms alone, on conflict graphs of the micro-benchmark: Figures 5 and 6. */
final class SolverFigures {

  private static final double MOST = BatchingScale.PAPER_MOST_SKEWED;

  /** Where the paper's brute-force search ends. */
  private static final double LAST_SEARCHED = 0.7;

  private static final double AFTER_IT = 0.8;
  private static final double NS_TO_US = 1e-3;

  private static final String FRESH =
      "The paper does not say how large its graphs are, nor whether they come from a running system;"
          + " here batches are drawn afresh, without restarted transactions.";
  private static final String BETTER_SEARCH =
      "Our exact search, which hybrid uses for small components, deepens step by step under lower"
          + " bounds on rows of bits; the paper's is a brute force.";

  private static final String FEW_VERTICES =
      "Sizes are means over the same graphs, whose sets have few vertices each.";
  private static final String RANKED_AT_LARGE =
      "greedy_sort ranks by degrees in all that is left of a graph, not in a component, and takes two"
          + " vertices at once: in sets as small as those of batches of 40 a vertex too many weighs"
          + " much.";
  private static final String GRAPH_SIZE =
      "The paper does not say how large its graphs are: splitting into components again and again"
          + " costs more the larger they are. Times are those of the search, without building the"
          + " graph.";

  private final BatchingScale scale;
  private final Map<Double, SolverPoint> bySkew;
  private final List<String> names = Algorithm.all().stream().map(Algorithm::name).toList();

  SolverFigures(BatchingScale scale, long seed) {
    this.scale = scale;
    bySkew = Drawing.over(scale.graphSkews(), skew -> point(scale, skew, seed));
  }

  private static SolverPoint point(BatchingScale scale, double skew, long seed) {
    return new SolverPoint(
        "graphs skew=" + skew,
        () -> MicroBatches.draw(scale.objects(), skew, seed, scale.graphs(), scale.batch()),
        Algorithm.all(),
        scale.graphSeconds(),
        scale.repeats());
  }

  private Figure figure(String id, String title, List<Panel> panels, List<Claim> claims) {
    String setting =
        String.format(
            Locale.ROOT,
            "%d conflict graphs of %d transactions of the micro-benchmark, %,d objects; exact"
                + " searches give a graph up after %,d nodes, and where one did they have no mark",
            scale.graphs(),
            scale.batch(),
            scale.objects(),
            Algorithm.MOST_NODES);
    return new Figure(id, title, setting, List.copyOf(bySkew.values()), panels, claims);
  }

  private Panel panel(
      String title, Kind kind, String y, double yScale, List<String> sides, Metric metric) {
    List<Series> series =
        sides.stream().map(side -> Drawing.line(side, bySkew, side, metric)).toList();
    return new Panel(title, kind, ThreeFigures.SKEW, y, yScale, series);
  }

  private Ref at(double skew, String side, Metric metric) {
    return Drawing.at(bySkew, skew, side, metric);
  }

  private List<Ratio> compared(List<Double> skews, List<String> sides, String base, Metric metric) {
    return Drawing.compared(bySkew, skews, sides, List.of(base), metric, UnaryOperator.identity());
  }

  private static Claim atMost(String words, double bar, Ref figure, Ref base) {
    return new Claim(words, Direction.AT_MOST, Double.NaN, bar, figure, base);
  }

  private Claim sizes(String words, Direction direction, double bar, String side, String base) {
    return new Claim(words, direction, Double.NaN, bar, at(MOST, side, SIZE), at(MOST, base, SIZE));
  }

  Figure figure5() {
    List<Double> paperSkews = BatchingScale.ofPaper(scale.graphSkews());
    List<Double> searched = paperSkews.stream().filter(skew -> skew <= LAST_SEARCHED).toList();
    List<Claim> claims =
        List.of(
            Claim.ratio(
                    "random's sets are almost twice as large as greedy_prod's, at 0.9",
                    2,
                    at(MOST, RANDOM, SIZE),
                    at(MOST, GREEDY_PROD, SIZE))
                .because(FRESH),
            Claim.ratio(
                    "and almost twice as large as hybrid_20's, at 0.9",
                    2,
                    at(MOST, RANDOM, SIZE),
                    at(MOST, HYBRID_20, SIZE))
                .because(FRESH),
            sizes(
                "random_3's sets are as random's (asked for: no more than a quarter smaller), at"
                    + " 0.9",
                Direction.AT_LEAST,
                0.75,
                RANDOM_3,
                RANDOM),
            Claim.everywhere(
                "up to 0.7 greedy sets are almost as small as search's (asked for: within 5 %)",
                Direction.AT_MOST,
                1.05,
                compared(searched, List.of(GREEDY_MAX, GREEDY_SUM, GREEDY_PROD), SEARCH, SIZE)),
            sizes(
                    "greedy_prod is very close to hybrid_20 (asked for: within 10 %), at 0.9",
                    Direction.AT_MOST, 1.1, GREEDY_PROD, HYBRID_20)
                .because(BETTER_SEARCH),
            Claim.everywhere(
                    "greedy_prod is consistently the best of the greedy algorithms",
                    Direction.AT_LEAST,
                    1,
                    compared(paperSkews, List.of(GREEDY_MAX, GREEDY_SUM), GREEDY_PROD, SIZE))
                .because(FEW_VERTICES),
            sizes(
                "the difference is small: greedy_max within 10 % of greedy_prod, at 0.9",
                Direction.AT_MOST, 1.1, GREEDY_MAX, GREEDY_PROD),
            sizes(
                    "greedy_sort is slightly less accurate than greedy_prod (asked for: within 15 %),"
                        + " at 0.9",
                    Direction.AT_MOST, 1.15, GREEDY_SORT, GREEDY_PROD)
                .because(RANKED_AT_LARGE),
            atMost(
                    "beyond 0.7 search cannot finish: fewer graphs than at 0.7, at 0.8",
                    0.99,
                    at(AFTER_IT, SEARCH, PROVEN),
                    at(LAST_SEARCHED, SEARCH, PROVEN))
                .because(BETTER_SEARCH));
    return figure(
        "5",
        "Size of feedback vertex sets",
        List.of(
            panel("size", Kind.LINES, "vertices of a graph's set", 1, names, SIZE),
            panel(
                "proven",
                Kind.LINES,
                "graphs whose set is proven smallest (%)",
                100,
                List.of(SEARCH, HYBRID_20, OPTIMAL),
                PROVEN)),
        claims);
  }

  private Ref time(String side) {
    return at(MOST, side, TIME_NS);
  }

  Figure figure6() {
    List<Claim> claims =
        List.of(
            Claim.ratio(
                    "greedy_sort takes 74 % less time than greedy_prod, at 0.9",
                    0.26, time(GREEDY_SORT), time(GREEDY_PROD))
                .because(GRAPH_SIZE),
            Claim.ratio(
                "random_3 takes three times as long as random, at 0.9",
                3,
                time(RANDOM_3),
                time(RANDOM)),
            Claim.more(
                "random takes longer than greedy_prod, since its sets are larger, at 0.9",
                time(RANDOM),
                time(GREEDY_PROD)),
            Claim.everywhere(
                "algorithms on components take about as long (asked for: within 1.5 times"
                    + " greedy_prod), at 0.9",
                Direction.AT_MOST,
                1.5,
                compared(
                    List.of(MOST), List.of(GREEDY_MAX, GREEDY_SUM, RANDOM), GREEDY_PROD, TIME_NS)),
            atMost(
                    "hybrid_10 takes about as long as greedy_prod (asked for: within 1.5 times), at"
                        + " 0.9",
                    1.5,
                    time(HYBRID_10),
                    time(GREEDY_PROD))
                .because(BETTER_SEARCH),
            Claim.more(
                    "hybrid_15 takes longer than greedy_prod, at 0.9",
                    time(HYBRID_15),
                    time(GREEDY_PROD))
                .because(BETTER_SEARCH),
            Claim.more(
                    "hybrid_20 takes longer than greedy_prod, at 0.9",
                    time(HYBRID_20),
                    time(GREEDY_PROD))
                .because(BETTER_SEARCH));
    return figure(
        "6",
        "Time to find feedback vertex sets",
        List.of(panel("time", Kind.LOG_HEIGHTS, "time for a graph (us)", NS_TO_US, names, TIME_NS)),
        claims);
  }
}
