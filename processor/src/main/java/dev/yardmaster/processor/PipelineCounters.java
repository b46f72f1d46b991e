package dev.yardmaster.processor;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.service.ServiceCounters;
import java.util.EnumMap;
import java.util.Map;

/**
 * The totals of a pipeline's work since its start. The difference between the totals at two moments
 * is the work between the two moments.
 *
 * @param committed the number of transactions that committed
 * @param restarts the number of runs that were discarded and started again
 * @param abortedRuns the number of runs that did not commit, by the cause of the abort
 * @param storageBatches the number of batches that storage workers processed
 * @param storageRequests the number of requests in the batches of storage workers
 * @param batches the number of batches that the validator processed
 * @param batchedRequests the number of requests in the batches of the validator
 * @param victims the number of requests that the reorderer chose as victims
 * @param edges the number of edges of all conflict graphs
 * @param reordered the number of batches that were reordered
 * @param proven the number of reordered batches whose choice of victims is proven to be optimal
 * @param reorderBusyNs the time that reorder workers spent working, in ns
 * @param conflictsInBatch the number of requests that failed the final validation because of
 *     another request in their batch; 0 if batches are reordered
 * @param repaired the number of transactions that the final validation ran again in place
 * @param validatorBusyNs the time that the validator's agents spent working, in ns, without the
 *     time for collecting batches
 * @param finalValidationNs the part of {@code validatorBusyNs} that the final validation took, in
 *     ns
 * @param hotKeyWaits the number of transactions that had to wait for their turn on a hot key
 * @param reservations the number of reservations that were granted to transactions with many
 *     restarts
 * @param reservationsExpired the number of reservations that ended because their time limit had
 *     passed
 * @param logged the number of transactions whose records were written to the commit log
 * @param loggedBytes the number of bytes that were written to the commit log
 * @param forces the number of times that the log was forced to disk
 * @param checkpoints the number of checkpoints that were written
 * @param tuningTrials the number of trials, each of which compares one setting with another; see
 *     {@link dev.yardmaster.processor.tuning.Tuner}
 * @param tuningChanges the number of trials after which a setting was changed
 */
public record PipelineCounters(
    long committed,
    long restarts,
    Map<AbortCause, Long> abortedRuns,
    long storageBatches,
    long storageRequests,
    long batches,
    long batchedRequests,
    long victims,
    long edges,
    long reordered,
    long proven,
    long reorderBusyNs,
    long conflictsInBatch,
    long repaired,
    long validatorBusyNs,
    long finalValidationNs,
    long hotKeyWaits,
    long reservations,
    long reservationsExpired,
    long logged,
    long loggedBytes,
    long forces,
    long checkpoints,
    long tuningTrials,
    long tuningChanges)
    implements ServiceCounters {

  /** The totals of a pipeline that has done nothing. */
  public static final PipelineCounters NONE =
      new PipelineCounters(
          0, 0, noAborts(), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

  /** Copies the map, so that the record is immutable. */
  public PipelineCounters {
    abortedRuns = Map.copyOf(abortedRuns);
  }

  private static Map<AbortCause, Long> noAborts() {
    Map<AbortCause, Long> aborts = new EnumMap<>(AbortCause.class);
    for (AbortCause cause : AbortCause.values()) {
      aborts.put(cause, 0L);
    }
    return aborts;
  }

  /** Returns the sum of the totals of two pipelines. */
  public PipelineCounters plus(PipelineCounters other) {
    return since(NONE.since(other));
  }

  /** Returns the difference between this snapshot and an earlier snapshot. */
  public PipelineCounters since(PipelineCounters earlier) {
    Map<AbortCause, Long> aborts = new EnumMap<>(AbortCause.class);
    for (AbortCause cause : AbortCause.values()) {
      aborts.put(
          cause, abortedRuns.getOrDefault(cause, 0L) - earlier.abortedRuns.getOrDefault(cause, 0L));
    }
    return new PipelineCounters(
        committed - earlier.committed,
        restarts - earlier.restarts,
        aborts,
        storageBatches - earlier.storageBatches,
        storageRequests - earlier.storageRequests,
        batches - earlier.batches,
        batchedRequests - earlier.batchedRequests,
        victims - earlier.victims,
        edges - earlier.edges,
        reordered - earlier.reordered,
        proven - earlier.proven,
        reorderBusyNs - earlier.reorderBusyNs,
        conflictsInBatch - earlier.conflictsInBatch,
        repaired - earlier.repaired,
        validatorBusyNs - earlier.validatorBusyNs,
        finalValidationNs - earlier.finalValidationNs,
        hotKeyWaits - earlier.hotKeyWaits,
        reservations - earlier.reservations,
        reservationsExpired - earlier.reservationsExpired,
        logged - earlier.logged,
        loggedBytes - earlier.loggedBytes,
        forces - earlier.forces,
        checkpoints - earlier.checkpoints,
        tuningTrials - earlier.tuningTrials,
        tuningChanges - earlier.tuningChanges);
  }

  /** Returns the number of runs that did not commit, over all causes. */
  public long aborts() {
    return abortedRuns.values().stream().mapToLong(Long::longValue).sum();
  }
}
