package dev.yardmaster.benchmarks.run;

import dev.yardmaster.benchmarks.load.OpenLoad;
import dev.yardmaster.benchmarks.measure.Plan;
import dev.yardmaster.benchmarks.workload.Workload;
import dev.yardmaster.processor.PipelineConfig;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What is compared, and for how long.
 *
 * @param workload what every side runs
 * @param skew Zipf theta that the workload was drawn with
 * @param logic how its transactions are run
 * @param sides at least one; their labels differ
 * @param pipeline the settings that sides have in common
 * @param clients client threads, which share {@code pipeline.concurrency()} outstanding
 *     transactions
 * @param warmUpNs how long a side runs before it is recorded, in ns; with 0 there is no unmeasured
 *     first round either
 * @param recordedNs how long a side is recorded in each repeat, in ns
 * @param repeats how often every side is measured
 * @param histories whether rounds record and check their histories
 * @param openLoad how transactions come, where they do not come when others end
 * @param data where each round of a durable side has a directory while it lasts
 */
public record Experiment(
    Workload workload,
    double skew,
    Logic logic,
    List<PipelineSide> sides,
    PipelineConfig pipeline,
    int clients,
    long warmUpNs,
    long recordedNs,
    int repeats,
    Optional<Histories> histories,
    Optional<OpenLoad> openLoad,
    Path data) {

  /** Copies the list. */
  public Experiment {
    sides = List.copyOf(sides);
  }

  /** One in a closed loop. */
  public Experiment(
      Workload workload,
      double skew,
      Logic logic,
      List<PipelineSide> sides,
      PipelineConfig pipeline,
      int clients,
      long warmUpNs,
      long recordedNs,
      int repeats,
      Optional<Histories> histories,
      Path data) {
    this(
        workload,
        skew,
        logic,
        sides,
        pipeline,
        clients,
        warmUpNs,
        recordedNs,
        repeats,
        histories,
        Optional.empty(),
        data);
  }

  /** How long and how often its sides run. */
  public Plan plan() {
    return Plan.of(warmUpNs, recordedNs, repeats);
  }

  /** Whether any side works in a data directory. */
  public boolean isDurable() {
    return sides.stream().anyMatch(PipelineSide::isDurable);
  }
}
