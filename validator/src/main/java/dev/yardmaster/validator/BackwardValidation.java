package dev.yardmaster.validator;

import java.util.Queue;
import org.agrona.concurrent.NanoClock;

/**
 * The final validation, the only place where a transaction commits. It checks the reads of each
 * transaction against the writes of all earlier commits. A transaction that commits writes gets the
 * next commit version. One thread owns this object.
 *
 * <p>Transactions are validated one at a time, in the order of the calls. The validation of a
 * transaction checks the transaction's reads and then records the transaction's writes. So a bad
 * order costs commits, but it never lets a transaction with a stale read commit. A stale
 * transaction that is repairable runs again with the newest values, at its position in the order.
 * It commits with the reads and writes of the new run.
 */
final class BackwardValidation {

  private static final int REMEMBERED = 1 << 12;

  private final CommittedVersions committed;
  private final Watermark watermark;
  private final LogicalRanges ranges;
  private final Repairs repairs;
  private final Reservations reservations;
  private final NanoClock clock;
  private final ValidatorCounters counters;
  private final int batchSize;
  private final boolean logsReads;
  private final Queue<ValidationRequest> log;
  private final long[] recentIds = new long[REMEMBERED];

  /**
   * Creates the validation with an empty table of committed versions.
   *
   * @param reservations the reserved keys; empty at first
   * @param log the queue for commits that must be on disk before they are answered; the queue is in
   *     commit order. Null if all commits are answered immediately
   * @param counters the counters for repairs and reservations
   */
  BackwardValidation(
      ValidatorConfig config,
      CommittedVersions committed,
      Watermark watermark,
      LogicalRanges ranges,
      Reservations reservations,
      Queue<ValidationRequest> log,
      NanoClock clock,
      ValidatorCounters counters) {
    this.committed = committed;
    this.log = log;
    this.watermark = watermark;
    this.ranges = ranges;
    this.clock = clock;
    this.counters = counters;
    this.batchSize = config.batchSize();
    this.logsReads = config.logsReads();
    this.repairs = new Repairs(config.repairBudgetNs(), committed, clock, counters);
    this.reservations = reservations;
  }

  /** Returns the counters that this validation shares with its owning agent. */
  ValidatorCounters counters() {
    return counters;
  }

  /**
   * Returns whether the watermark has room for the given number of further commit versions. There
   * is no room while too many issued versions are not installed yet. The caller then tries again in
   * its next duty cycle.
   */
  boolean hasRoom(int transactions) {
    watermark.advance();
    return watermark.hasRoom(transactions);
  }

  /** Starts a batch and gives it the full time budget for repairs. */
  void beginBatch() {
    repairs.beginBatch();
  }

  /**
   * Decides on a request. If the decision is COMMIT, all later calls see the request's writes.
   *
   * @return true if the request is decided; the caller must then answer it. False if {@link
   *     #resume} will decide on the request later
   */
  boolean decide(ValidationRequest request) {
    return switch (request.purpose()) {
      case COMMIT -> validate(request);
      case RESERVE -> {
        reservations.ask(request);
        yield false;
      }
      case RELEASE -> {
        reservations.release(request.transactionId());
        request.release();
        yield true;
      }
    };
  }

  private boolean validate(ValidationRequest request) {
    boolean decided = commitOrAbort(request);
    if (decided && request.isReserved()) {
      reservations.release(request.transactionId());
    }
    return decided;
  }

  private boolean commitOrAbort(ValidationRequest request) {
    boolean fresh = isFresh(request);
    boolean repairable = request.decision() == Decision.VALIDATION && request.isRepairable();
    if (!fresh && !repairable) {
      return true;
    }
    long blocker = reservations.blockerOf(request);
    if (blocker != ValidationRequest.NONE) {
      return refuseOrPark(request, blocker);
    }
    if (!fresh) {
      if (!repairs.repair(request)) {
        return true;
      }
      request.repaired();
      // The repaired run may write other keys than the earlier run.
      blocker = reservations.blockerOf(request);
      if (blocker != ValidationRequest.NONE) {
        return refuseOrPark(request, blocker);
      }
    }
    commit(request);
    return true;
  }

  /**
   * Refuses or parks a request that writes keys that are reserved for another transaction. A parked
   * request waits until a reservation ends.
   */
  private boolean refuseOrPark(ValidationRequest request, long blocker) {
    // A transaction that holds a reservation is refused and not parked: a holder of a reservation
    // must not wait for another holder.
    if (reservations.isHeldBy(request.transactionId())) {
      request.abort(Decision.VALIDATION, ValidationRequest.NONE, 0, blocker);
      return true;
    }
    reservations.park(request);
    return false;
  }

  private boolean isFresh(ValidationRequest request) {
    for (int read = 0; read < request.reads(); read++) {
      long newest = committed.newest(request.readFingerprint(read));
      long freshThrough = request.freshThrough(read);
      boolean overwritten = newest > freshThrough;
      // If newest is 0 or less, the table has no entry for the key, and may have dropped versions
      // up to -newest.
      boolean unknown = newest <= 0 && -newest > freshThrough;
      if (overwritten) {
        request.abort(Decision.VALIDATION, read, newest, transactionOf(newest));
        return false;
      }
      if (unknown) {
        request.abort(Decision.TRUNCATED, read, -newest, ValidationRequest.NONE);
        return false;
      }
    }
    return request.predicates() == 0 || scansHold(request);
  }

  private boolean scansHold(ValidationRequest request) {
    long examinedBefore = ranges.examined();
    boolean holds = ranges.hold(request);
    counters.count(ValidatorCounter.PREDICATES, request.predicates());
    counters.count(ValidatorCounter.WRITES_EXAMINED, ranges.examined() - examinedBefore);
    counters.level(ValidatorCounter.RANGES, ranges.size());
    if (!holds && request.decision() == Decision.RANGE) {
      request.otherTransaction(transactionOf(request.foundVersion()));
    }
    return holds;
  }

  private void commit(ValidationRequest request) {
    int writes = request.writes();
    if (writes == 0) {
      request.commit(0);
      return;
    }
    long version = watermark.issue();
    // Before the first scan, all writes are added, and canBeScanned is not called. This saves the
    // memory access to the key.
    boolean addsAll = !ranges.areDivided() && request.transaction() != null;
    for (int write = 0; write < writes; write++) {
      int entry = committed.committed(request.writeFingerprint(write), version);
      if (request.knowsValues()) {
        committed.remember(entry, request.writtenKey(write), request.writtenValue(write));
      }
      if (addsAll || request.canBeScanned(write)) {
        ranges.committed(request.writtenKey(write), version);
      }
    }
    recentIds[(int) version & (REMEMBERED - 1)] = request.transactionId();
    request.commit(version);
  }

  /**
   * Answers a decided request, or passes the request to the log. The log's agent answers the
   * request later. A commit with writes goes to the log, and is answered when its writes are on
   * disk. A repaired commit without writes also goes to the log, because the repair may have read
   * values that are not on disk yet. With {@link ValidatorConfig#logsReads}, every commit goes to
   * the log.
   */
  void answer(ValidationRequest request) {
    boolean commits = request.decision() == Decision.COMMIT;
    boolean dependsOnLog = logsReads || request.commitVersion() > 0 || request.isRepaired();
    if (log == null || !commits || !dependsOnLog) {
      request.answer();
      return;
    }
    if (request.commitVersion() > 0) {
      request.transaction().toBeLogged();
    }
    if (!log.offer(request)) {
      throw new IllegalStateException("the queue before the log is full");
    }
  }

  private long transactionOf(long version) {
    return watermark.lastIssued() - version < REMEMBERED
        ? recentIds[(int) version & (REMEMBERED - 1)]
        : ValidationRequest.NONE;
  }

  /**
   * Ends expired reservations, decides on the parked requests again if a reservation has ended, and
   * grants waiting requests for reservations. The validator's agent calls this method in every duty
   * cycle.
   *
   * @return 0 if nothing was done
   */
  int resume() {
    if (!reservations.isActive()) {
      return 0;
    }
    long nowNs = clock.nanoTime();
    counters.count(ValidatorCounter.RESERVATIONS_EXPIRED, reservations.expire(nowNs));
    reservations.giveUp(nowNs);
    if (!reservations.haveChanged() || !hasRoom(reservations.parked())) {
      return 0;
    }
    int parked = reservations.beginChanges();
    for (int i = 0; i < parked; i++) {
      if (i % batchSize == 0) {
        repairs.beginBatch();
      }
      ValidationRequest request = reservations.unpark();
      if (decide(request)) {
        counters.count(ValidatorCounter.PARKED, 1);
        answer(request);
      }
    }
    // The parked requests above may have been repaired, which takes time. So the clock is read
    // again, and a new reservation lasts its full duration.
    long grantedNs = clock.nanoTime();
    counters.count(ValidatorCounter.RESERVATIONS, reservations.grant(grantedNs));
    counters.count(ValidatorCounter.BUSY_NS, grantedNs - nowNs);
    return parked + 1;
  }

  /** Returns the highest commit version that was issued so far. */
  long lastVersion() {
    return watermark.lastIssued();
  }

  /** Returns the number of issued versions above the watermark. */
  long watermarkLag() {
    return watermark.lag();
  }
}
