package dev.yardmaster.benchmarks.engine;

import dev.yardmaster.benchmarks.measure.Plan;
import dev.yardmaster.benchmarks.workload.records.RecordWorkload;

/**
 * What all sides on the engine have in common.
 *
 * @param workers threads, or simulated workers
 * @param simulated whether workers are simulated, and times virtual
 * @param delayNs additional cost of each access, as if the logic's client were on another machine
 * @param perWorker transactions of a batch for each worker
 * @param warmUpNs before each recorded interval
 * @param recordedNs length of the recorded interval
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
   * Returns the plan of the rounds. An unmeasured round is as long as the others; simulated
   * workers, whose time is virtual, need none.
   */
  public Plan plan() {
    Plan plan = Plan.of(warmUpNs, recordedNs, repeats);
    return simulated ? plan.unrehearsed().unjudged() : plan.rehearsedInFull();
  }
}
