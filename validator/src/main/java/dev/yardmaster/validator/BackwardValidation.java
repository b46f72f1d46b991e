package dev.yardmaster.validator;

import java.util.Queue;
import org.agrona.concurrent.NanoClock;

/**
 * The final validation. Only here do transactions commit. Each transaction is checked against all
 * commits before it. A transaction that commits writes gets the next commit version. One thread
 * owns this object.
 *
 * <p>The validation checks the reads and records the writes of one transaction after the other, in
 * the order of the calls. So a bad order only reduces the number of commits; even then, no
 * transaction with a stale read commits. If a transaction is stale but repairable, it runs again
 * with the newest values at its position in the order, and commits with the new reads and writes.
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
   * @param log the queue for commits that must be on disk before they are answered, in commit
   *     order; null if all commits are answered immediately
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

  /** Returns the counters of this validation and of the agent that owns it. */
  ValidatorCounters counters() {
    return counters;
  }

  /**
   * Returns whether there is room to validate the given number of further transactions now. If
   * there is not, too many versions are issued and not installed yet; the caller must try again in
   * its next duty cycle.
   */
  boolean hasRoom(int transactions) {
    watermark.advance();
    return watermark.hasRoom(transactions);
  }

  /** Starts a batch. Each batch gets the whole time budget for repairs. */
  void beginBatch() {
    repairs.beginBatch();
  }

  /**
   * Decides on a request. If the decision is COMMIT, all later calls see the request's writes.
   *
   * @return whether the request is decided and must be answered. If not, {@link #resume} decides on
   *     the request later
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
    // A transaction that holds a reservation must not wait for a transaction that holds another
    // reservation.     // If its own reservation has expired, it may wait.
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
    // Before the first scan, the question whether scans can find the key does not matter, so the
    // key is not loaded.
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
   * Answers a decided request. The log answers a commit after it is on disk. The log also answers a
   * repaired commit without writes, because the repair may have read values that are not on disk
   * yet; if the configuration says so, the log answers all commits.
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
   * Tries again to decide the requests that wait because of reservations. The validator's agent
   * calls this method in every duty cycle.
   *
   * @return the number of requests that were answered or tried again
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
    // The reservation's duration counts from the end of the repairs, so that the reservation lasts
    // its full time.
    long grantedNs = clock.nanoTime();
    counters.count(ValidatorCounter.RESERVATIONS, reservations.grant(grantedNs));
    counters.count(ValidatorCounter.BUSY_NS, grantedNs - nowNs);
    return parked + 1;
  }

  /** Returns the highest commit version that was assigned so far. */
  long lastVersion() {
    return watermark.lastIssued();
  }

  /** Returns the number of versions that are issued and still above the watermark. */
  long watermarkLag() {
    return watermark.lag();
  }
}
