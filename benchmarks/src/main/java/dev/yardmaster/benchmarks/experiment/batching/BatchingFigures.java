package dev.yardmaster.benchmarks.experiment.batching;

import dev.yardmaster.benchmarks.experiment.Figure;
import java.util.List;

/**
 * The figures of Ding, Kot and Gehrke, "Improving Optimistic Concurrency Control Through
 * Transaction Batching and Operation Reordering" (PVLDB 12(2), 2018), section 5, and what the paper
 * says of them.
 */
public final class BatchingFigures {

  /** All figures, as they are named on command lines. */
  public static final List<String> IDS = List.of("10", "11", "12", "13", "14", "15");

  private final ModeFigures micro;
  private final ModeFigures smallBank;

  /** Figures at a scale. */
  public BatchingFigures(BatchingScale scale, long seed) {
    BatchingPoints points = new BatchingPoints(scale, seed);
    micro = ModeFigures.micro(scale, points);
    smallBank = ModeFigures.smallBank(scale, points);
  }

  /** Those of some ids, in their order. */
  public List<Figure> of(List<String> ids) {
    return ids.stream().map(this::figure).toList();
  }

  private Figure figure(String id) {
    return switch (id) {
      case "10" -> micro.throughput("10");
      case "11" -> micro.mean("11");
      case "12" -> micro.percentiles("12");
      case "13" -> smallBank.throughput("13");
      case "14" -> smallBank.mean("14");
      case "15" -> smallBank.percentiles("15");
      default -> throw new IllegalArgumentException("no such figure: figure=" + id);
    };
  }
}
