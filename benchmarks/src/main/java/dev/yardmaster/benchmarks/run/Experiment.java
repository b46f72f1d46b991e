package dev.yardmaster.benchmarks.run;

import dev.yardmaster.benchmarks.load.OpenLoad;
import dev.yardmaster.benchmarks.measure.Plan;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.workloads.Workload;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A comparison of the pipeline's sides.
 *
 * @param workload the workload that every side runs
 * @param skew Zipf theta of the workload
 * @param logic the form in which the workload's transactions run
 * @param sides the compared sides, at least one, with distinct labels
 * @param pipeline the settings that all sides share
 * @param clients number of clients, which share {@code pipeline.concurrency()} outstanding
 *     transactions
 * @param warmUpNs time that a side runs before it is recorded, in ns; with 0 there is no unmeasured
 *     first round
 * @param recordedNs time that a side is recorded in each repeat, in ns
 * @param repeats number of measured rounds of each side
 * @param histories whether rounds record and check their histories
 * @param openLoad the arrivals of an open loop; empty for a closed loop
 * @param data the directory in which each round of a durable side gets a data directory
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

  /** Creates an experiment with a closed loop. */
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

  /** Returns the plan of the experiment's rounds. */
  public Plan plan() {
    return Plan.of(warmUpNs, recordedNs, repeats);
  }

  /** Returns whether any side uses a data directory. */
  public boolean isDurable() {
    return sides.stream().anyMatch(PipelineSide::isDurable);
  }
}
