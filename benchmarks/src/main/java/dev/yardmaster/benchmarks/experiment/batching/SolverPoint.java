package dev.yardmaster.benchmarks.experiment.batching;

import dev.yardmaster.benchmarks.experiment.Measured;
import dev.yardmaster.benchmarks.experiment.Point;
import dev.yardmaster.benchmarks.run.Progress;
import dev.yardmaster.benchmarks.run.Spread;
import dev.yardmaster.benchmarks.run.Standing;
import dev.yardmaster.reorder.AccessSets;
import dev.yardmaster.reorder.Reorderer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.agrona.concurrent.NanoClock;

/**
 * A point whose sides are algorithms that find feedback vertex sets of the same conflict graphs, by
 * turns. Graphs are built before the clock starts, which is itself in the times, with some 25 ns
 * for a graph. Names of figures: those below. An exact search that gave up a graph has {@link
 * #PROVEN} alone.
 *
 * @param batches draws what graphs are built of; called once, when the point is measured
 * @param seconds how long each algorithm runs in a round, over and over through all graphs; at
 *     least once. Before the first round it runs as long as in three
 */
record SolverPoint(
    String key,
    Supplier<List<AccessSets>> batches,
    List<Algorithm> algorithms,
    double seconds,
    int repeats)
    implements Point {

  /** Vertices in a graph's set, on average. */
  static final String SIZE = "fvsSize";

  /** Time to find it, on average over the graphs; the median over the passes of a round. */
  static final String TIME_NS = "solveNs";

  /** Share of the graphs whose set is known to be a smallest one. */
  static final String PROVEN = "provenShare";

  private static final int WARM_UPS = 3;
  private static final double NS_PER_SECOND = 1e9;

  /** Copies the list. */
  SolverPoint {
    algorithms = List.copyOf(algorithms);
  }

  @Override
  public List<String> sides() {
    return algorithms.stream().map(Algorithm::name).toList();
  }

  @Override
  public double expectedSeconds() {
    return algorithms.size() * seconds * (repeats + WARM_UPS);
  }

  /** An algorithm with what it has come to. */
  private record Contestant(
      Algorithm algorithm, Reorderer reorderer, Map<String, List<Double>> values) {

    void add(String metric, double value) {
      values.computeIfAbsent(metric, any -> new ArrayList<>()).add(value);
    }
  }

  @Override
  public Measured measure(NanoClock clock, Progress progress) throws InterruptedException {
    List<AccessSets> drawn = batches.get();
    List<Contestant> order = new ArrayList<>();
    for (Algorithm algorithm : algorithms) {
      order.add(
          new Contestant(algorithm, new Reorderer(algorithm.config()), new LinkedHashMap<>()));
    }
    List<Contestant> finishing = new ArrayList<>();
    for (Contestant each : order) {
      report(progress, each, Standing.Stage.WARMING_UP, 0);
      double proven = proven(each, drawn);
      if (each.algorithm().exact() && proven < 1) {
        each.add(PROVEN, proven);
      } else {
        for (int i = 0; i < WARM_UPS; i++) {
          var unused = round(each, drawn, clock);
        }
        finishing.add(each);
      }
    }
    for (int repeat = 1; repeat <= repeats; repeat++) {
      for (Contestant each : finishing) {
        report(progress, each, Standing.Stage.RECORDING, repeat);
        Round round = round(each, drawn, clock);
        each.add(SIZE, round.size());
        each.add(TIME_NS, round.solveNs());
        each.add(PROVEN, round.proven());
      }
      report(progress, order.get(order.size() - 1), Standing.Stage.CHECKING, repeat);
      Collections.reverse(finishing);
    }
    Map<String, Map<String, List<Double>>> sides = new LinkedHashMap<>();
    order.forEach(each -> sides.put(each.algorithm().name(), each.values()));
    return new Measured(sides, List.of());
  }

  private void report(Progress progress, Contestant runs, Standing.Stage stage, int repeat) {
    int ended = stage == Standing.Stage.CHECKING ? repeat : Math.max(0, repeat - 1);
    double left = (repeats - ended) * algorithms.size() * seconds;
    progress.report(new Standing(runs.algorithm().name(), stage, repeat, repeats, left, 0));
  }

  private static double proven(Contestant runs, List<AccessSets> drawn)
      throws InterruptedException {
    double proven = 0;
    for (AccessSets batch : drawn) {
      requireNoInterrupt();
      runs.reorderer().reorder(batch);
      proven += runs.reorderer().proven() ? 1 : 0;
    }
    return proven / drawn.size();
  }

  /** What passes through all graphs came to, for each graph. */
  private record Round(double size, double solveNs, double proven) {}

  private Round round(Contestant runs, List<AccessSets> drawn, NanoClock clock)
      throws InterruptedException {
    Reorderer reorderer = runs.reorderer();
    List<Double> passNs = new ArrayList<>();
    double victims = 0;
    double proven = 0;
    long endNs = clock.nanoTime() + Math.round(seconds * NS_PER_SECOND);
    do {
      requireNoInterrupt();
      long solveNs = 0;
      for (AccessSets batch : drawn) {
        reorderer.build(batch);
        long beganNs = clock.nanoTime();
        reorderer.solve();
        solveNs += clock.nanoTime() - beganNs;
        victims += reorderer.victims();
        proven += reorderer.proven() ? 1 : 0;
      }
      passNs.add((double) solveNs / drawn.size());
    } while (clock.nanoTime() - endNs < 0);
    double graphs = (double) passNs.size() * drawn.size();
    double[] passes = passNs.stream().mapToDouble(Double::doubleValue).toArray();
    return new Round(victims / graphs, Spread.of(passes).median(), proven / graphs);
  }

  private static void requireNoInterrupt() throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
  }
}
