package dev.yardmaster.engine.service;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.engine.service.worker.OutcomeCounts;
import dev.yardmaster.service.ServiceCounters;
import dev.yardmaster.storage.log.LogSize;
import dev.yardmaster.storage.log.checkpoint.CheckpointFigures;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The totals of an engine's work since its start.
 *
 * @param committed the number of transactions that committed
 * @param repeated the number of transactions that were not run because an outcome was already kept
 *     for their id; this outcome was returned
 * @param restarts the number of runs that were discarded because of a conflict and then started
 *     again
 * @param abortedRuns the number of runs that did not commit, for each cause. A conflict has the
 *     cause {@link AbortCause#VALIDATION} under every protocol
 * @param logicFailed the number of transactions whose logic threw an exception
 * @param logged the number of transactions that were written to the commit log
 * @param loggedBytes the number of bytes that were written to the commit log
 * @param forces the number of times that the log was forced to disk
 * @param checkpoints the number of checkpoints that were written
 */
public record EngineCounters(
    long committed,
    long repeated,
    long restarts,
    Map<AbortCause, Long> abortedRuns,
    long logicFailed,
    long logged,
    long loggedBytes,
    long forces,
    long checkpoints)
    implements ServiceCounters {

  /** Copies the map, so that the record is immutable. */
  public EngineCounters {
    abortedRuns = Map.copyOf(abortedRuns);
  }

  static EngineCounters of(List<OutcomeCounts> counts, LogSize log, CheckpointFigures written) {
    Map<AbortCause, Long> aborts = new EnumMap<>(AbortCause.class);
    for (AbortCause cause : AbortCause.values()) {
      aborts.put(cause, OutcomeCounts.sum(counts, some -> some.aborts(cause)));
    }
    return new EngineCounters(
        OutcomeCounts.sum(counts, OutcomeCounts::committed),
        OutcomeCounts.sum(counts, OutcomeCounts::repeatedOutcomes),
        OutcomeCounts.sum(counts, OutcomeCounts::restarts),
        aborts,
        OutcomeCounts.sum(counts, OutcomeCounts::logicFailed),
        log.transactions(),
        log.writtenBytes(),
        log.forces(),
        written.written());
  }

  /** Returns 0, because the engine repairs no transactions. */
  @Override
  public long repaired() {
    return 0;
  }

  /** Returns 0, because each worker of an engine validates its own transactions. */
  @Override
  public long finalValidationNs() {
    return 0;
  }
}
