package dev.yardmaster.engine.service;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.api.ConflictReport;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.TransactionLogic;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.logic.Failures;
import dev.yardmaster.api.logic.InteractiveTransaction;
import dev.yardmaster.api.logic.ScannedEntries;
import dev.yardmaster.api.outcome.KeptOutcome;
import dev.yardmaster.engine.EngineConfig;
import dev.yardmaster.engine.transaction.Ended;
import dev.yardmaster.engine.transaction.RecordLogic;
import dev.yardmaster.engine.transaction.RecordTransaction;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * An interactive transaction on its caller's thread. Every read is a transaction of the engine's;
 * the commit is one more, which reads all keys and scans all ranges again and writes only if they
 * hold what the logic saw. The logic follows from what it saw, so it is as if it had run there and
 * then. A decision to abort, and what the logic threw, are made sure of in the same way.
 *
 * <p>Between these steps it holds nothing of the engine's. Used by one thread.
 */
final class Session {

  private static final long SEAT_WAIT_NS = 10_000_000L;

  /** Ends a commit that has found another value than the logic saw. */
  private static final class Stale extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Stale() {
      super("a value has changed", null, false, false);
    }
  }

  /** What a session has of the service. */
  interface Host {
    /** Why no step may be taken any more; null as long as one may. */
    Outcome<Object> refusal();
  }

  private final Host host;
  private final EngineConfig config;
  private final CallerSeats seats;
  private final Teller teller;
  private final LongSupplier clockNs;
  private final TransactionOptions options;
  private final KeptOutcome kept;
  private final long deadlineNs;
  private final TouchedKeys keys;
  private final Stale stale = new Stale();

  private Seat seat;
  private long transactionId;
  private long committedVersion;
  private int restarts;
  private ConflictReport lastConflict;
  private ConflictReport met;
  private Outcome<Object> ended;
  private boolean interrupted;

  Session(
      Host host,
      EngineConfig config,
      CallerSeats seats,
      Teller teller,
      LongSupplier clockNs,
      TransactionOptions options,
      KeptOutcome kept,
      long beganNs) {
    this.host = host;
    this.config = config;
    this.seats = seats;
    this.teller = teller;
    this.clockNs = clockNs;
    this.options = options;
    this.kept = kept;
    deadlineNs = beganNs + options.timeout().toNanos();
    keys = new TouchedKeys(config.maxKeysPerTransaction());
  }

  /** Runs the logic until it has an outcome. */
  Outcome<Object> run(TransactionLogic<?> logic) {
    try {
      Outcome<Object> outcome = runOnce(logic);
      while (outcome == null) {
        lastConflict = met == null ? lastConflict : met;
        if (restarts + 1 >= options.maxAttempts()) {
          return Endings.outOfAttempts(options, restarts, lastConflict);
        }
        restarts++;
        outcome = runOnce(logic);
      }
      return outcome;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Runs the logic once; null if it met a conflict. */
  private Outcome<Object> runOnce(TransactionLogic<?> logic) {
    keys.clear();
    met = null;
    Outcome<Object> known = kept == null ? null : keptOutcome();
    if (known != null || ended != null) {
      return ended != null ? ended : known;
    }
    InteractiveTransaction transaction =
        new InteractiveTransaction(
            new Reading(), config.maxKeysPerTransaction(), config.maxValueBytes());
    Object result = null;
    Throwable thrown = null;
    try {
      result = logic.run(transaction);
    } catch (Throwable caught) {
      thrown = caught;
    }
    transaction.end();
    return ended != null
        ? ended
        : commit(result, transaction.failure(thrown), transaction.writes());
  }

  /** The outcome that is kept, or the refusal of the id; null for none. */
  private Outcome<Object> keptOutcome() {
    int position = keys.allowRead(kept.key());
    if (!readUnseen()) {
      return ended;
    }
    YardmasterException refusal = kept.refusal();
    byte[] found = keys.stored(position);
    if (refusal != null) {
      return teller.tell(new Outcome.Rejected<>(refusal));
    }
    return found == null
        ? null
        : teller.tell(
            kept.found(
                StoredValue.value(found),
                StoredValue.version(found),
                transactionId,
                restarts,
                lastConflict));
  }

  /** Reads for the logic; what it gives are no copies. */
  private final class Reading implements InteractiveTransaction.Source {

    @Override
    public byte[][] values(List<Key> asked) {
      int[] positions = new int[asked.size()];
      for (int i = 0; i < positions.length; i++) {
        positions[i] = keys.allowRead(asked.get(i));
      }
      if (ended != null || !readUnseen()) {
        throw over(asked.get(0));
      }
      byte[][] values = new byte[positions.length][];
      for (int i = 0; i < values.length; i++) {
        values[i] = keys.current(positions[i]);
      }
      return values;
    }

    @Override
    public ScannedEntries scan(Scan scan) {
      KeyScan found = keys.scans().add(scan);
      if (ended != null || !run(found)) {
        throw over(scan.from());
      }
      return found.entries();
    }

    private YardmasterException over(Key key) {
      return new YardmasterException(
          ErrorCode.TRANSACTION_OVER, "the transaction has ended", "key", key);
    }
  }

  /** Runs the next scan, as of one moment; false if it has ended. */
  private boolean run(KeyScan scan) {
    RecordLogic scanning =
        records -> {
          seat.point().expectNothing();
          seat.access().scan(records, scan);
        };
    if (step(scanning) != Ended.COMMITTED) {
      return false;
    }
    keys.scans().ran();
    return true;
  }

  /** Reads what may be read and has not been, as of one moment; false if it has ended. */
  private boolean readUnseen() {
    byte[][] found = new byte[keys.size()][];
    RecordLogic reading =
        records -> {
          seat.point().expectNothing();
          for (int i = 0; i < found.length; i++) {
            if (keys.mayRead(i) && !keys.isSeen(i)) {
              found[i] = seat.access().read(records, keys.key(i));
            }
          }
        };
    if (step(reading) != Ended.COMMITTED) {
      return false;
    }
    for (int i = 0; i < found.length; i++) {
      if (keys.mayRead(i) && !keys.isSeen(i)) {
        keys.saw(i, found[i]);
      }
    }
    return true;
  }

  /**
   * Takes a seat for one transaction of the engine's, and runs that until it commits or its logic
   * throws; null if the session has ended instead.
   */
  private Ended step(RecordLogic logic) {
    if (givesUp() || !takesSeat()) {
      return null;
    }
    try {
      // The service may have ended meanwhile; from here on it waits for the seat.
      if (givesUp()) {
        return null;
      }
      transactionId = seat.nextTransactionId();
      seat.pace().until(deadlineNs);
      seat.worker().begin();
      Ended end = seat.attempt(logic);
      while (end == Ended.CONFLICT) {
        if (givesUp()) {
          return null;
        }
        seat.worker().again();
        end = seat.attempt(logic);
      }
      if (end == Ended.FAILED && seat.worker().failure() != stale) {
        throw new IllegalStateException(
            "a step of an interactive transaction failed", seat.worker().failure());
      }
      committedVersion = seat.point().version();
      return end;
    } finally {
      seats.giveBack(seat);
      seat = null;
    }
  }

  private boolean takesSeat() {
    try {
      // Every step is short, and so is this wait, unless the service ends.
      while (seat == null && !givesUp()) {
        seat = seats.take(Math.min(SEAT_WAIT_NS, deadlineNs - clockNs.getAsLong()));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return !givesUp();
    }
    return seat != null;
  }

  /** Whether it has ended without the engine's doing: the clock, the caller or the service. */
  private boolean givesUp() {
    if (ended == null && Thread.interrupted()) {
      interrupted = true;
      ended =
          new Outcome.Rejected<>(
              new YardmasterException(
                  ErrorCode.INTERRUPTED, "the caller gave the transaction up before its commit"));
    }
    if (ended == null) {
      ended = host.refusal();
    }
    if (ended == null && clockNs.getAsLong() - deadlineNs >= 0) {
      ended = Endings.timedOut(options, restarts, lastConflict);
    }
    return ended != null;
  }

  private Outcome<Object> commit(Object result, Throwable thrown, Map<Key, byte[]> writes) {
    Throwable failure = thrown;
    if (failure == null) {
      writes.forEach((key, value) -> keys.write(keys.allowWrite(key), value));
      if (keys.writtenBytes() > config.maxTransactionBytes()) {
        failure = ProcedureRun.tooLarge(config, keys.writtenBytes());
        keys.discardWrites();
      }
    }
    Settling settling = new Settling(result, failure);
    Ended end = step(settling);
    if (end == null) {
      return ended;
    }
    return end == Ended.COMMITTED ? teller.tell(settling.outcome()) : null;
  }

  /** The commit as a transaction of the engine's, which may have several attempts. */
  private final class Settling implements RecordLogic {
    private final Object result;
    private Throwable failure;
    private boolean isSettling;
    private Outcome<Object> refused;

    Settling(Object result, Throwable failure) {
      this.result = result;
      this.failure = failure;
    }

    @Override
    public void run(RecordTransaction records) {
      refused = null;
      seat.point().expect(keys, transactionId);
      keys.beginChanges();
      for (int i = 0; i < keys.size(); i++) {
        if (keys.isSeen(i)) {
          check(i, seat.access().read(records, keys.key(i)));
        }
      }
      for (KeyScan scan : keys.scans().found()) {
        check(scan, records);
      }
      if (kept != null) {
        YardmasterException refusal = kept.refusal();
        if (refusal != null) {
          // What was kept since the logic began may have been forgotten again.
          refused = new Outcome.Rejected<>(refusal);
          return;
        }
      }
      if (!isSettling) {
        keep();
      }
      seat.access().apply(records, keys);
    }

    private void keep() {
      isSettling = true;
      byte[] record = null;
      if (kept != null) {
        try {
          record =
              failure == null
                  ? kept.recordOf(result, transactionId)
                  : kept.recordOfFailure(failure, transactionId);
        } catch (YardmasterException notKept) {
          failure = notKept;
        }
      }
      if (failure != null) {
        keys.discardWrites();
      }
      if (record != null) {
        keys.write(keys.allowWrite(kept.key()), record);
      }
    }

    /** The outcome, when it has committed. */
    Outcome<Object> outcome() {
      if (refused != null) {
        return refused;
      }
      return failure == null
          ? new Outcome.Committed<>(result, transactionId, committedVersion, restarts, lastConflict)
          : Failures.ofLambda(failure, restarts, lastConflict);
    }
  }

  private void check(int position, byte[] found) {
    byte[] saw = keys.stored(position);
    if (found != saw) {
      Key key = keys.key(position);
      met = key.isReserved() ? null : conflict(key, saw, found);
      throw stale;
    }
  }

  private void check(KeyScan scan, RecordTransaction records) {
    KeyScan again = new KeyScan(scan.scan());
    seat.access().scan(records, again);
    ConflictReport changed = scan.changedUntil(again);
    if (changed != null) {
      met = changed;
      throw stale;
    }
  }

  /** What a run met that saw one value where there is another now; nulls are none. */
  static ConflictReport conflict(Key key, byte[] saw, byte[] found) {
    return new ConflictReport(
        key,
        AbortCause.VALIDATION,
        StoredValue.version(saw),
        StoredValue.version(found),
        StoredValue.transactionId(found));
  }
}
