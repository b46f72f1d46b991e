package dev.yardmaster.benchmarks.engine;

import dev.yardmaster.benchmarks.workload.records.RecordWorkload;
import java.util.List;

/**
 * What an engine comparison runs.
 *
 * @param sides at least one; ratios are to the first
 * @param workers threads, or simulated workers
 * @param simulated whether workers are simulated, and times virtual
 * @param delayNs what each access costs besides, as if the logic's client were elsewhere
 * @param perWorker transactions of a batch for each worker
 * @param warmUpNs before each recorded interval
 * @param recordedNs the recorded interval
 * @param checked whether histories are recorded and checked
 * @param timed whether the phases of transactions are timed
 */
public record EngineSetup(
    RecordWorkload workload,
    List<EngineSide> sides,
    int workers,
    boolean simulated,
    long delayNs,
    int perWorker,
    long warmUpNs,
    long recordedNs,
    int repeats,
    long seed,
    boolean checked,
    boolean timed) {

  /** Copies the list. */
  public EngineSetup {
    sides = List.copyOf(sides);
  }
}
