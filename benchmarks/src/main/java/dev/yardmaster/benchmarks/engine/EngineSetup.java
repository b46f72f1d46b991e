package dev.yardmaster.benchmarks.engine;

import dev.yardmaster.benchmarks.engine.log.Logging.Device;
import dev.yardmaster.benchmarks.measure.Plan;
import dev.yardmaster.benchmarks.workload.records.RecordWorkload;
import java.nio.file.Path;

/**
 * The settings that all sides of a comparison on the engine have in common.
 *
 * @param workers number of threads or of simulated workers
 * @param simulated whether the workers are simulated, so that all times are virtual
 * @param delayNs additional time of each access, which simulates a network between the logic and
 *     the tables
 * @param perWorker number of transactions in a scheduler's batch, divided by the number of workers
 * @param warmUpNs length of the warm-up before each recorded interval
 * @param recordedNs length of the recorded interval
 * @param checked whether histories are recorded and checked
 * @param timed whether the phases of transactions are timed
 * @param drops whether a transaction is dropped at its first conflict, instead of running again
 * @param slackNs time from the arrival of a transaction to its deadline, for each record that the
 *     transaction accesses
 * @param longNs the time for which each transaction of the first worker waits after its last
 *     access; 0 for no wait
 * @param logDevice the device to which the sides with a redo or undo log write their logs, or the
 *     durability of the tables of all sides
 * @param data the folder for logs on disk; null if there is no log on disk
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
    boolean timed,
    boolean drops,
    long slackNs,
    long longNs,
    Device logDevice,
    Path data) {

  /**
   * Returns a copy of this setup with another time from the arrival of a transaction to its
   * deadline.
   */
  public EngineSetup withSlackNs(long newSlackNs) {
    return with(drops, newSlackNs, longNs);
  }

  /** Returns a copy of this setup with another length of the first worker's transactions. */
  public EngineSetup withLongNs(long newLongNs) {
    return with(drops, slackNs, newLongNs);
  }

  /** Returns a copy of this setup that drops a transaction at its first conflict. */
  public EngineSetup dropping() {
    return with(true, slackNs, longNs);
  }

  private EngineSetup with(boolean newDrops, long newSlackNs, long newLongNs) {
    return new EngineSetup(
        workload,
        workers,
        simulated,
        delayNs,
        perWorker,
        warmUpNs,
        recordedNs,
        repeats,
        seed,
        checked,
        timed,
        newDrops,
        newSlackNs,
        newLongNs,
        logDevice,
        data);
  }

  /**
   * Returns the plan of the rounds. An unmeasured first round has the same length as the other
   * rounds. Simulated workers need no unmeasured round, because their time is virtual.
   */
  public Plan plan() {
    Plan plan = Plan.of(warmUpNs, recordedNs, repeats);
    return simulated ? plan.unrehearsed().unjudged() : plan.rehearsedInFull();
  }
}
