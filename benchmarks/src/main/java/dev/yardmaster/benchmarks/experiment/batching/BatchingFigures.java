package dev.yardmaster.benchmarks.experiment.batching;

import dev.yardmaster.benchmarks.experiment.Figure;
import java.util.List;

/**
 * The figures of Ding, Kot and Gehrke, "Improving Optimistic Concurrency Control Through
 * Transaction Batching and Operation Reordering" (PVLDB 12(2), 2018), section 5, and what the paper
 * says of them.
 *
 * <p>The pipeline is set up as the paper's prototype: nothing is repaired, as much is in flight as
 * its clients keep there, and the solver is its sort-based greedy one. What goes past the paper is
 * drawn beside it under names that say so. Where the text, which came without its images, leaves
 * open what a figure has on its axes, the figure's setting says what was chosen.
 */
public final class BatchingFigures {

  /** All figures, as they are named on command lines. */
  public static final List<String> IDS =
      List.of(
          "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16", "17", "18", "20", "21",
          "22", "23", "24", "25", "26", "27", "28", "loses", "tuning");

  private final SolverFigures solvers;
  private final GreedyFigures greedy;
  private final ModeFigures micro;
  private final ModeFigures smallBank;
  private final TailFigures tails;
  private final WorkerFigures workers;
  private final EngineFigures engine;
  private final DatabaseFigures database;
  private final LosesFigures loses;
  private final TuningFigures tuning;

  /** Figures at a scale. */
  public BatchingFigures(BatchingScale scale, long seed) {
    BatchingPoints points = new BatchingPoints(scale, seed);
    solvers = new SolverFigures(scale, seed);
    greedy = new GreedyFigures(scale, points);
    micro = ModeFigures.micro(scale, points);
    smallBank = ModeFigures.smallBank(scale, points);
    tails = new TailFigures(scale, points);
    VirtualPoints onVirtualCores = new VirtualPoints(scale, seed);
    workers = new WorkerFigures(scale, points, onVirtualCores);
    YcsbPoints ycsb = new YcsbPoints(scale, seed);
    engine = new EngineFigures(scale.engine(), ycsb);
    DatabasePoints onDatabase = new DatabasePoints(scale, seed);
    database = new DatabaseFigures(scale, onDatabase);
    loses = new LosesFigures(scale, points, ycsb, onDatabase);
    tuning = new TuningFigures(scale, onVirtualCores);
  }

  /** Those of some ids, in their order. */
  public List<Figure> of(List<String> ids) {
    return ids.stream().map(this::figure).toList();
  }

  private Figure figure(String id) {
    return switch (id) {
      case "5" -> solvers.figure5();
      case "6" -> solvers.figure6();
      case "7" -> greedy.figure7();
      case "8" -> greedy.figure8();
      case "9" -> greedy.figure9();
      case "10" -> micro.throughput("10");
      case "11" -> micro.mean("11");
      case "12" -> micro.percentiles("12");
      case "13" -> smallBank.throughput("13");
      case "14" -> smallBank.mean("14");
      case "15" -> smallBank.percentiles("15");
      case "16" -> tails.figure16();
      case "17" -> tails.figure17();
      case "18" -> tails.figure18();
      case "20" -> workers.figure20();
      case "21" -> workers.figure21();
      case "22" -> workers.figure22();
      case "23" -> engine.threads(id);
      case "24" -> engine.skews(id);
      case "25" -> engine.latencies(id);
      case "26" -> database.throughput(id);
      case "27" -> database.latency(id);
      case "28" -> database.aborts(id);
      case "loses" -> loses.figure(id);
      case "tuning" -> tuning.figure(id);
      default -> throw new IllegalArgumentException("no such figure: figure=" + id);
    };
  }
}
