package dev.yardmaster.validator;

import java.util.Queue;
import org.agrona.concurrent.NanoClock;

/**
 * The one place where transactions commit: each is checked against all that committed before it,
 * and gets the next commit version. Owned by one thread.
 *
 * <p>Reads are checked and writes recorded transaction by transaction, in the order of the calls. A
 * wrong order can therefore only cost commits; it can never let a stale read through. A stale
 * transaction that is repairable is run again on what is committed at just this place in the order,
 * and commits with what it then read and wrote.
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
  private final Queue<ValidationRequest> log;
  private final long[] recentIds = new long[REMEMBERED];

  /**
   * The validation over an empty table.
   *
   * @param log where commits go that must be on disk before they are answered, in commit order;
   *     null if all are answered at once
   * @param counters where it counts repairs and reservations
   */
  BackwardValidation(
      ValidatorConfig config,
      CommittedVersions committed,
      Watermark watermark,
      LogicalRanges ranges,
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
    this.repairs = new Repairs(config.repairBudgetNs(), committed, clock, counters);
    this.reservations =
        new Reservations(config.reservationNs(), watermark, counters, clock.nanoTime());
  }

  /** What it and the agent that owns it count. */
  ValidatorCounters counters() {
    return counters;
  }

  /**
   * Whether so many more transactions can be validated now. If not, the watermark is too far behind
   * and the caller tries again in its next duty cycle.
   */
  boolean hasRoom(int transactions) {
    watermark.advance();
    return watermark.hasRoom(transactions);
  }

  /** Begins a batch: its repairs have their whole budget. */
  void beginBatch() {
    repairs.beginBatch();
  }

  /**
   * Decides on a request. On COMMIT its writes are known to all later calls.
   *
   * @return whether it is decided and to be answered; if not, {@link #resume} will see to it
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
    if (!fresh && !(request.decision() == Decision.VALIDATION && request.isRepairable())) {
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
      // The new run may write other keys than the one before.
      blocker = reservations.blockerOf(request);
      if (blocker != ValidationRequest.NONE) {
        return refuseOrPark(request, blocker);
      }
    }
    commit(request);
    return true;
  }

  /** What to do with a request that writes what is reserved for another. */
  private boolean refuseOrPark(ValidationRequest request, long blocker) {
    // Who holds a reservation must not wait for another's; one that has run out may.
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
      if (newest > freshThrough) {
        request.abort(Decision.VALIDATION, read, newest, transactionOf(newest));
        return false;
      }
      if (newest <= 0 && -newest > freshThrough) {
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
    for (int write = 0; write < writes; write++) {
      int entry = committed.committed(request.writeFingerprint(write), version);
      if (request.knowsValues()) {
        committed.remember(entry, request.writtenKey(write), request.writtenValue(write));
      }
      if (request.canBeScanned(write)) {
        ranges.committed(request.writtenKey(write), version);
      }
    }
    recentIds[(int) version & (REMEMBERED - 1)] = request.transactionId();
    request.commit(version);
  }

  /**
   * Answers a request that is decided. A commit is answered by the log, when it is on disk; so is
   * one without writes that has been repaired, since it may have read what is on its way there.
   */
  void answer(ValidationRequest request) {
    if (log == null
        || request.decision() != Decision.COMMIT
        || (request.commitVersion() == 0 && !request.isRepaired())) {
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
   * Goes on with what waits for reservations. To be called in every duty cycle.
   *
   * @return how many requests it answered or looked at again
   */
  int resume() {
    if (!reservations.isActive()) {
      return 0;
    }
    long nowNs = clock.nanoTime();
    reservations.expire(nowNs);
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
    // A reservation has its whole time, however long the repairs before it took.
    long grantedNs = clock.nanoTime();
    reservations.grant(grantedNs);
    counters.count(ValidatorCounter.BUSY_NS, grantedNs - nowNs);
    return parked + 1;
  }

  /** The highest commit version given so far. */
  long lastVersion() {
    return watermark.lastIssued();
  }

  /** How many versions are issued but not yet covered by the watermark. */
  long watermarkLag() {
    return watermark.lag();
  }
}
