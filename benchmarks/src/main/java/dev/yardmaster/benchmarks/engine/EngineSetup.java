package dev.yardmaster.benchmarks.engine;

import dev.yardmaster.benchmarks.measure.Plan;
import dev.yardmaster.benchmarks.workload.records.RecordWorkload;

/**
 * What sides on the engine run.
 *
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

  /**
   * How long and how often sides run. An unmeasured round is as long as others; simulated workers,
   * whose time is virtual, need none.
   */
  public Plan plan() {
    Plan plan = Plan.of(warmUpNs, recordedNs, repeats);
    return simulated ? plan.unrehearsed().unjudged() : plan.rehearsedInFull();
  }
}
