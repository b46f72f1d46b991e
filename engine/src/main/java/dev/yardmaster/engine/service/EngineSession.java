package dev.yardmaster.engine.service;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.api.ConflictReport;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.logic.Failures;
import dev.yardmaster.api.logic.ProcedureName;
import dev.yardmaster.api.logic.ScannedEntries;
import dev.yardmaster.api.outcome.KeptOutcome;
import dev.yardmaster.engine.service.keys.KeyScan;
import dev.yardmaster.engine.service.keys.StoredValue;
import dev.yardmaster.engine.service.keys.TouchedKeys;
import dev.yardmaster.engine.transaction.AttemptResult;
import dev.yardmaster.engine.transaction.RecordLogic;
import dev.yardmaster.engine.transaction.RecordTransaction;
import dev.yardmaster.service.Closing;
import dev.yardmaster.service.InteractiveSession;
import dev.yardmaster.service.ServedTransaction;
import dev.yardmaster.service.ServiceOutcomes;
import dev.yardmaster.service.TransactionLimits;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * An interactive transaction on its caller's thread. Every read is a separate engine transaction.
 * The commit is one more engine transaction, which reads all keys and scans all ranges again. The
 * commit writes only if it finds the same values that the logic saw. The logic depends only on
 * these values, so the effect is as if the logic had run at the commit. A decision to abort and an
 * exception of the logic are validated in the same way.
 *
 * <p>Between these engine transactions the session holds no locks and no worker. One thread uses a
 * session.
 */
final class EngineSession extends ServedTransaction implements InteractiveSession {

  private static final long SEAT_WAIT_NS = 10_000_000L;

  /** Ends a commit that has found a value that differs from the value that the logic saw. */
  private static final class Stale extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Stale() {
      super("a value has changed", null, false, false);
    }
  }

  private final Closing closing;
  private final InteractivePermits permits;
  private final ServiceWorkerPool serviceWorkers;
  private final Acknowledger acknowledger;
  private final LongSupplier clockNs;
  private final TouchedKeys keys;
  private final Stale stale = new Stale();

  private ServiceWorker serviceWorker;
  private long transactionId;
  private long committedVersion;
  private int restarts;
  private ConflictReport lastConflict;
  private ConflictReport met;
  private Outcome<Object> ended;
  private boolean isPermitted;
  private boolean interrupted;

  /** Creates a session that begins at the time of the call. */
  EngineSession(
      TransactionOptions options,
      KeptOutcome kept,
      TransactionLimits limits,
      Closing closing,
      InteractivePermits permits,
      ServiceWorkerPool serviceWorkers,
      Acknowledger acknowledger,
      LongSupplier clockNs) {
    super(options, kept, clockNs.getAsLong());
    this.closing = closing;
    this.permits = permits;
    this.serviceWorkers = serviceWorkers;
    this.acknowledger = acknowledger;
    this.clockNs = clockNs;
    keys = new TouchedKeys(limits);
  }

  @Override
  public boolean begin() {
    if (!isPermitted) {
      ended = permits.take(deadlineNs());
      isPermitted = ended == null;
    }
    if (ended == null) {
      keys.clear();
      met = null;
      if (kept() != null) {
        findOutcome(kept());
      }
    }
    return ended == null;
  }

  @Override
  public Outcome<Object> outcome() {
    return ended;
  }

  @Override
  public void end() {
    if (isPermitted) {
      permits.giveBack();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends the session if the id has a kept outcome or is refused. */
  private void findOutcome(KeptOutcome kept) {
    int position = keys.allowRead(kept.key());
    if (!readUnseen()) {
      return;
    }
    YardmasterException refusal = kept.refusal();
    byte[] found = keys.stored(position);
    if (refusal != null) {
      ended = acknowledger.tell(new Outcome.Rejected<>(refusal));
    } else if (found != null) {
      ended =
          acknowledger.tell(
              kept.found(
                  StoredValue.value(found),
                  StoredValue.version(found),
                  transactionId,
                  restarts,
                  lastConflict));
    }
  }

  @Override
  public byte[][] values(List<Key> asked) {
    int[] positions = new int[asked.size()];
    for (int i = 0; i < positions.length; i++) {
      positions[i] = keys.allowRead(asked.get(i));
    }
    if (ended != null || !readUnseen()) {
      throw Failures.over(asked.get(0));
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
      throw Failures.over(scan.from());
    }
    return found.entries();
  }

  /** Runs the next scan in one engine transaction, or returns false if the session has ended. */
  private boolean run(KeyScan scan) {
    RecordLogic scanning =
        records -> {
          serviceWorker.point().expectNothing();
          serviceWorker.access().scan(records, scan);
        };
    if (step(scanning) != AttemptResult.COMMITTED) {
      return false;
    }
    keys.scans().ran();
    return true;
  }

  /**
   * Reads, in one engine transaction, all keys that the session may read and has not read yet.
   * Returns false if the session has ended.
   */
  private boolean readUnseen() {
    byte[][] found = new byte[keys.size()][];
    RecordLogic reading =
        records -> {
          serviceWorker.point().expectNothing();
          for (int i = 0; i < found.length; i++) {
            if (keys.mayRead(i) && !keys.isSeen(i)) {
              found[i] = serviceWorker.access().read(records, keys.key(i));
            }
          }
        };
    if (step(reading) != AttemptResult.COMMITTED) {
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
   * Acquires a service worker for one engine transaction, and runs the transaction until it commits
   * or its logic throws an exception. Returns null if the session ends first.
   */
  private AttemptResult step(RecordLogic logic) {
    if (givesUp() || !takesSeat()) {
      return null;
    }
    try {
      // The service may have ended during the wait. From here on, closing waits for this service
      // worker.
      if (givesUp()) {
        return null;
      }
      transactionId = serviceWorker.nextTransactionId();
      serviceWorker.pace().until(deadlineNs());
      serviceWorker.worker().begin(beganNs(), deadlineNs());
      AttemptResult end = serviceWorker.attempt(logic);
      while (end == AttemptResult.CONFLICT) {
        if (givesUp()) {
          return null;
        }
        serviceWorker.worker().again();
        end = serviceWorker.attempt(logic);
      }
      if (end == AttemptResult.FAILED && serviceWorker.worker().failure() != stale) {
        throw new IllegalStateException(
            "a step of an interactive transaction failed", serviceWorker.worker().failure());
      }
      committedVersion = serviceWorker.point().version();
      return end;
    } finally {
      serviceWorkers.giveBack(serviceWorker);
      serviceWorker = null;
    }
  }

  private boolean takesSeat() {
    try {
      // Other sessions use a service worker only for a short step, so this wait is short.
      while (serviceWorker == null && !givesUp()) {
        serviceWorker =
            serviceWorkers.take(Math.min(SEAT_WAIT_NS, deadlineNs() - clockNs.getAsLong()));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return !givesUp();
    }
    return serviceWorker != null;
  }

  /**
   * Returns whether the session ends because of its deadline, an interrupt of the caller, or the
   * end of the service.
   */
  private boolean givesUp() {
    if (ended == null && Thread.interrupted()) {
      interrupted = true;
      ended = ServiceOutcomes.givenUp();
    }
    if (ended == null && closing.isTerminated()) {
      ended = new Outcome.Rejected<>(closing.error());
    }
    if (ended == null && isExpired(clockNs.getAsLong())) {
      ended = ServiceOutcomes.timedOut(options(), restarts, lastConflict);
    }
    return ended != null;
  }

  @Override
  public Outcome<Object> commit(Map<Key, byte[]> writes, Object result) {
    keys.result(result);
    writes.forEach((key, value) -> keys.write(keys.allowWrite(key), value));
    keys.checkSize();
    return settle();
  }

  @Override
  public Outcome<Object> fail(Throwable thrown) {
    keys.fail(thrown);
    return settle();
  }

  private Outcome<Object> settle() {
    Settling settling = new Settling();
    AttemptResult end = step(settling);
    if (end == AttemptResult.FAILED) {
      lastConflict = met == null ? lastConflict : met;
      if (isLastAttempt(restarts)) {
        ended =
            ServiceOutcomes.outOfAttempts(AbortCause.VALIDATION, options(), restarts, lastConflict);
      }
      restarts++;
    } else if (end == AttemptResult.COMMITTED) {
      ended = acknowledger.tell(settling.outcome());
    }
    return ended;
  }

  /**
   * The engine transaction that commits the session. This transaction may need several attempts.
   */
  private final class Settling implements RecordLogic {
    private boolean isKept = kept() == null;
    private Outcome<Object> refused;

    @Override
    public void run(RecordTransaction records) {
      refused = null;
      serviceWorker.point().expect(keys, transactionId);
      keys.beginChanges();
      for (int i = 0; i < keys.size(); i++) {
        if (keys.isSeen(i)) {
          check(i, serviceWorker.access().read(records, keys.key(i)));
        }
      }
      for (KeyScan scan : keys.scans().found()) {
        check(scan, records);
      }
      if (kept() != null) {
        YardmasterException refusal = kept().refusal();
        if (refusal != null) {
          // An outcome that was stored after the logic began may have expired already.
          refused = new Outcome.Rejected<>(refusal);
          return;
        }
      }
      if (!isKept) {
        isKept = true;
        keys.keep(kept(), transactionId);
      }
      serviceWorker.access().apply(records, keys);
    }

    /** Returns the outcome after the commit. */
    Outcome<Object> outcome() {
      return refused != null
          ? refused
          : keys.outcome(
              ProcedureName.LAMBDA, transactionId, committedVersion, restarts, lastConflict);
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
    serviceWorker.access().scan(records, again);
    ConflictReport changed = scan.changedUntil(again);
    if (changed != null) {
      met = changed;
      throw stale;
    }
  }

  /**
   * Reports a conflict between the value that a run saw and the value that was found later. A
   * missing key has the value null.
   */
  static ConflictReport conflict(Key key, byte[] saw, byte[] found) {
    return new ConflictReport(
        key,
        AbortCause.VALIDATION,
        StoredValue.version(saw),
        StoredValue.version(found),
        StoredValue.transactionId(found));
  }
}
