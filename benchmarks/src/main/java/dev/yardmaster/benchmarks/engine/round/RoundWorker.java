package dev.yardmaster.benchmarks.engine.round;

import dev.yardmaster.benchmarks.engine.EngineSetup;
import dev.yardmaster.benchmarks.engine.Ticks;
import dev.yardmaster.benchmarks.engine.log.WorkerLog;
import dev.yardmaster.benchmarks.engine.round.RoundPhase.Phase;
import dev.yardmaster.benchmarks.load.CpuTime;
import dev.yardmaster.engine.protocol.Pace;
import dev.yardmaster.engine.protocol.RangeCounts;
import dev.yardmaster.engine.transaction.AttemptResult;
import dev.yardmaster.engine.transaction.PhaseTimes;
import dev.yardmaster.engine.transaction.RecordLogic;
import dev.yardmaster.engine.transaction.Worker;
import java.util.HashMap;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * The loop in which one worker runs transactions, one at a time, until the round is over. If a
 * transaction is still running at the end of the recorded interval, its elapsed time and its
 * conflicts count. So the latencies include transactions that starve. If the setup drops aborted
 * transactions, each transaction has only one attempt.
 */
final class RoundWorker implements Runnable {

  static final long HIGHEST_NS = 3_600_000_000_000L;
  static final int DIGITS = 3;

  private final Worker worker;
  private long indexConflictsBefore;
  private final Pace pace;
  private final CallSource source;
  private final RoundPhase phase;

  /** The worker's log; null without a log. */
  private final WorkerLog log;

  /** The counts and latencies of each type of transaction. */
  final Map<String, TypeCounts> byType = new HashMap<>();

  final Histogram sinceArrivalNs = new Histogram(1, HIGHEST_NS, DIGITS);
  volatile long committedSoFar;
  long committed;
  long failed;

  /** The time since the arrival of the transaction that is still running; -1 if there is none. */
  long unfinishedNs = -1;

  long aborts;

  /**
   * The number of aborts because an index changed after a read of the index, or because a record
   * was removed from an index.
   */
  long indexAborts;

  long bytes;
  long cpuNs;
  final BulkCounts bulk = new BulkCounts();
  final PhaseTimes times = new PhaseTimes();

  /** The ticks of the recorded interval; null if the load does not change. */
  final Ticks ticks;

  private final RangeCounts ranges;
  private final boolean timed;
  private final boolean drops;
  private final long slackNs;
  private final long recordedNs;
  private final LongTransaction longLogic;
  private final SwitchDuringRound switching;
  private long recordedFromBytes = -1;
  private long recordedFromCpuNs;

  /**
   * Creates the loop of a worker.
   *
   * @param log the worker's log; null without a log
   * @param setup determines whether the phases of recorded transactions are timed, and how
   *     transactions get deadlines
   * @param longLogic makes the worker's transactions longer; null if they have their normal length
   * @param switching switches the protocol during the round; null if the protocol stays the same
   * @param ticks the ticks of the recorded interval; null if the load does not change
   */
  RoundWorker(
      Worker worker,
      CallSource source,
      RoundPhase phase,
      WorkerLog log,
      EngineSetup setup,
      LongTransaction longLogic,
      SwitchDuringRound switching,
      Ticks ticks) {
    this.log = log;
    this.worker = worker;
    timed = setup.timed();
    drops = setup.drops();
    slackNs = setup.slackNs();
    recordedNs = setup.recordedNs();
    this.longLogic = longLogic;
    this.switching = switching;
    this.ticks = ticks;
    pace = worker.context().pace();
    ranges = worker.context().ranges();
    this.source = source;
    this.phase = phase;
  }

  @Override
  public void run() {
    int idleRounds = 0;
    while (true) {
      Phase before = phase.get();
      if (before == Phase.RECORDING && recordedFromBytes < 0) {
        recordedFromBytes = ThreadAllocation.byThisThread();
        recordedFromCpuNs = CpuTime.ofThisThread();
        worker.time(timed ? times : null);
      } else if (before == Phase.OVER) {
        boolean hasRecorded = recordedFromBytes >= 0;
        bytes = hasRecorded ? ThreadAllocation.byThisThread() - recordedFromBytes : 0;
        cpuNs = hasRecorded ? CpuTime.ofThisThread() - recordedFromCpuNs : 0;
        return;
      }
      if (ticks != null && before == Phase.RECORDING) {
        source.enter(ticks.phase(pace.nowNs() - phase.recordedFromNs()));
      }
      if (switching != null && before == Phase.RECORDING) {
        long nowNs = pace.nowNs();
        boolean isFirst = worker.context().worker() == 0;
        switching.look(isFirst, nowNs, nowNs - phase.recordedFromNs(), recordedNs);
      }
      DispatchedCall call = source.next();
      if (call == null) {
        pace.await(idleRounds++);
      } else {
        idleRounds = 0;
        runOne(call);
      }
    }
  }

  private void runOne(DispatchedCall call) {
    boolean hasCommitted = false;
    try {
      hasCommitted = commits(call);
    } finally {
      // The call is in a finally block: even if a defect of the engine ends the round, no other
      // worker may wait for this transaction.
      source.ended(call, hasCommitted);
    }
  }

  /** Runs a transaction and returns whether it has committed. */
  private boolean commits(DispatchedCall call) {
    boolean isBulk = call.call.isBulk();
    indexConflictsBefore = worker.context().indexConflicts();
    if (isBulk) {
      bulk.begin(ranges);
    }
    long begunNs = pace.nowNs();
    // The transaction's age counts from its first attempt, and not from its arrival. Otherwise a
    // transaction that has waited long in a scheduler's queue would wound transactions to which the
    // scheduler has given precedence.
    worker.begin(begunNs, call.arrivedNs + slackNs(call));
    source.begin(call);
    RecordLogic logic = longLogic == null ? call.call : longLogic.of(call.call);
    AttemptResult ended = worker.attempt(logic);
    while (ended == AttemptResult.CONFLICT && !drops && phase.get() != Phase.OVER) {
      worker.again();
      source.again(call, worker.restarts());
      ended = worker.attempt(logic);
    }
    boolean hasCommitted = ended == AttemptResult.COMMITTED;
    if (hasCommitted && log != null) {
      log.awaitDurable();
    }
    switch (phase.get()) {
      case WARMING_UP -> {}
      case RECORDING -> record(call, begunNs, ended, isBulk);
      case OVER -> recordUnfinished(call, begunNs, isBulk);
    }
    if (ended == AttemptResult.FAILED) {
      requireOwnDecision();
    }
    return hasCommitted;
  }

  private long slackNs(DispatchedCall call) {
    return slackNs == 0 ? 0 : slackNs * call.call.records();
  }

  private void record(DispatchedCall call, long begunNs, AttemptResult ended, boolean isBulk) {
    boolean isDropped = ended == AttemptResult.CONFLICT;
    recordConflicts(call, worker.restarts() + (isDropped ? 1 : 0), isBulk);
    if (ended == AttemptResult.COMMITTED) {
      long endNs = pace.nowNs();
      recordLatency(call, Math.max(0, endNs - begunNs), isBulk);
      sinceArrivalNs.recordValue(Math.max(0, endNs - call.arrivedNs));
      if (isBulk) {
        bulk.committed();
      }
      if (ticks != null) {
        ticks.commit(endNs - phase.recordedFromNs());
      }
      if (switching != null) {
        switching.committed(endNs);
      }
      committed++;
      committedSoFar = committed;
      typeOf(call).committed();
    } else if (!isDropped) {
      failed++;
      if (isBulk) {
        bulk.failed();
      }
    }
  }

  private void recordUnfinished(DispatchedCall call, long begunNs, boolean isBulk) {
    long endNs = phase.endNs();
    if (call.arrivedNs < endNs) {
      unfinishedNs = endNs - call.arrivedNs;
      sinceArrivalNs.recordValue(unfinishedNs);
    }
    if (begunNs < endNs) {
      recordConflicts(call, worker.restarts(), isBulk);
      recordLatency(call, endNs - begunNs, isBulk);
    }
  }

  private void recordConflicts(DispatchedCall call, int conflicts, boolean isBulk) {
    aborts += conflicts;
    typeOf(call).aborted(conflicts);
    indexAborts += worker.context().indexConflicts() - indexConflictsBefore;
    if (isBulk) {
      bulk.end(ranges, conflicts);
    }
  }

  private TypeCounts typeOf(DispatchedCall call) {
    return byType.computeIfAbsent(call.call.type(), type -> new TypeCounts());
  }

  private void recordLatency(DispatchedCall call, long tookNs, boolean isBulk) {
    typeOf(call).took(tookNs);
    if (isBulk) {
      bulk.took(tookNs);
    }
  }

  /**
   * Checks that an exception of the transaction's own logic was the cause of the failure. Any other
   * exception shows a defect of the engine.
   */
  private void requireOwnDecision() {
    Throwable failure = worker.failure();
    if (!(failure instanceof dev.yardmaster.api.logic.UserAbort)) {
      throw new IllegalStateException("a transaction's logic failed", failure);
    }
  }
}
