package dev.yardmaster.engine.service.session;

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
import dev.yardmaster.engine.service.commit.Acknowledger;
import dev.yardmaster.engine.service.conflicts.ConflictCounter;
import dev.yardmaster.engine.service.conflicts.ConflictSearch;
import dev.yardmaster.engine.service.keys.KeyScan;
import dev.yardmaster.engine.service.keys.StoredValue;
import dev.yardmaster.engine.service.keys.TouchedKeys;
import dev.yardmaster.engine.service.worker.OutcomeCounts;
import dev.yardmaster.engine.service.worker.ServiceWorker;
import dev.yardmaster.engine.service.worker.ServiceWorkerPool;
import dev.yardmaster.engine.table.KeyHints;
import dev.yardmaster.engine.transaction.AttemptResult;
import dev.yardmaster.engine.transaction.RecordLogic;
import dev.yardmaster.engine.transaction.RecordTransaction;
import dev.yardmaster.service.Closing;
import dev.yardmaster.service.InteractiveSession;
import dev.yardmaster.service.ServedTransaction;
import dev.yardmaster.service.ServiceOutcomes;
import dev.yardmaster.service.TransactionLimits;
import dev.yardmaster.service.conflicts.sketch.ProcedureNames;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.NullUnmarked;

/**
 * An interactive transaction. The transaction runs on its caller's thread, or on step threads if
 * the logic is remote. The subclasses differ in how they protect the values that the logic has
 * read: {@link LockingSession} locks the records, and {@link ValidatingSession} reads the values
 * again at the commit. One thread at a time uses a session.
 */
@NullUnmarked // Internal: fields and results may be null.
abstract class EngineSession extends ServedTransaction implements InteractiveSession {

  private static final long WORKER_WAIT_NS = 10_000_000L;

  /** The objects that all sessions of an engine share. */
  record Context(
      TransactionLimits limits,
      Closing closing,
      InteractivePermits permits,
      ServiceWorkerPool workers,
      Acknowledger acknowledger,
      LongSupplier clockNs,
      OutcomeCounts counts,
      ConflictCounter conflicts,
      long stepTimeoutNs) {}

  private final Context context;
  private final ConflictSearch conflicts;
  private TouchedKeys keys;

  private ServiceWorker serviceWorker;
  private long transactionId;
  private long committedVersion;

  /** A version that is at least the version of every commit on which the outcome depends. */
  private long dependsOn;

  private int restarts;
  private Outcome<Object> ended;
  private boolean isRepeated;
  private boolean isPermitted;
  private boolean interrupted;

  /**
   * The key of the access during which the last conflict ended the run; null if the run did not end
   * during an access.
   */
  private Key endedAccess;

  /** Creates a session that begins at the time of the call. */
  EngineSession(TransactionOptions options, KeptOutcome kept, Context context) {
    super(options, kept, context.clockNs.getAsLong());
    this.context = context;
    keys = new TouchedKeys(context.limits);
    conflicts = new ConflictSearch(context.limits, context.conflicts);
    conflicts.begin(ProcedureNames.INTERACTIVE);
  }

  /** Begins a run of the logic in the engine. Returns false if the session has ended. */
  abstract boolean beginRun();

  /**
   * Runs a step of the logic in the engine. Returns false if the session has ended, or a conflict
   * has ended the run.
   */
  abstract boolean runStep(RecordLogic reading);

  /**
   * Runs the last step in the engine. Returns whether the session has committed. If not, the
   * session has ended, or {@link #restart} was called.
   */
  abstract boolean runLast(Settling settling);

  @Override
  public final boolean begin() {
    if (!isPermitted) {
      ended = context.permits.take(deadlineNs());
      isPermitted = ended == null;
    }
    if (ended != null) {
      return false;
    }
    keys.clear();
    return beginRun() && (kept() == null || findOutcome(kept()));
  }

  @Override
  public final Outcome<Object> outcome() {
    return ended;
  }

  @Override
  public final int restarts() {
    return restarts;
  }

  @Override
  public final ConflictReport lastConflict() {
    return conflicts.lastConflict();
  }

  @Override
  public void end() {
    if (isPermitted) {
      context.permits.giveBack();
    }
    conflicts.clear();
    count(context.counts);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void count(OutcomeCounts counts) {
    synchronized (counts) {
      counts.restarted(ended instanceof Outcome.Aborted<?> aborted ? aborted.restarts() : restarts);
      if (isRepeated) {
        counts.repeated();
      } else if (ended != null) {
        counts.ended(ended);
      } else if (isPermitted && isExpired(nowNs())) {
        counts.aborted(AbortCause.TIMEOUT, 1);
      }
    }
  }

  /**
   * Checks the transaction's id. If an outcome is kept for the id, the session ends with this
   * outcome. If the id is refused, the session ends with the refusal. Returns whether the logic
   * must run.
   */
  private boolean findOutcome(KeptOutcome kept) {
    int position = keys.allowRead(kept.key());
    if (!readUnseen()) {
      if (ended == null) {
        restart(false);
      }
      return false;
    }
    YardmasterException refusal = kept.refusal();
    byte[] found = keys.stored(position);
    if (refusal != null) {
      ended =
          context.acknowledger.acknowledge(
              new Outcome.Rejected<>(refusal), context.acknowledger.newest());
    } else if (found != null) {
      isRepeated = true;
      ended =
          context.acknowledger.acknowledge(
              kept.found(
                  StoredValue.value(found),
                  StoredValue.version(found),
                  transactionId,
                  restarts,
                  lastConflict()),
              StoredValue.version(found));
    }
    return ended == null;
  }

  @Override
  public final byte[][] values(List<Key> asked) {
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
  public final ScannedEntries scan(Scan scan) {
    KeyScan found = keys.addScan(scan);
    if (ended != null || !run(found)) {
      throw Failures.over(scan.from());
    }
    return found.entries();
  }

  /** Runs the next scan. Returns false if the run or the session has ended. */
  private boolean run(KeyScan scan) {
    RecordLogic scanning =
        records -> {
          serviceWorker.point().expectNothing();
          serviceWorker.access().scan(records, scan);
        };
    if (!runStep(scanning)) {
      return false;
    }
    keys.scans().ran();
    conflicts.scanned(keys.scans(), scan);
    return true;
  }

  /**
   * Reads in one step all keys that the session may read and has not read yet. Returns false if the
   * run or the session has ended.
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
    if (!runStep(reading)) {
      return false;
    }
    for (int i = 0; i < found.length; i++) {
      if (keys.mayRead(i) && !keys.isSeen(i)) {
        keys.saw(i, found[i]);
        conflicts.read(keys.key(i), found[i]);
      }
    }
    return true;
  }

  /** Borrows a service worker. Returns false if the session ends before a worker is free. */
  final boolean takeWorker() {
    int near = (int) Thread.currentThread().getId();
    try {
      while (serviceWorker == null && !givesUp()) {
        serviceWorker =
            context.workers.take(near, Math.min(WORKER_WAIT_NS, deadlineNs() - nowNs()));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return !givesUp();
    }
    return serviceWorker != null;
  }

  final void giveBackWorker() {
    context.workers.giveBack(serviceWorker);
    serviceWorker = null;
  }

  /**
   * Stores the version of the last commit on the session's worker, and the version on which the
   * outcome of this commit depends.
   */
  final void noteCommit() {
    committedVersion = serviceWorker.point().version();
    dependsOn = serviceWorker.point().dependsOn();
  }

  /**
   * Marks the session's worker as busy, so that the thread that closes the service waits for the
   * worker. Returns false if the session has ended. The caller must then not use the worker.
   */
  final boolean enterEngine() {
    serviceWorker.busy(true);
    return !givesUp();
  }

  final void leaveEngine() {
    Key ended = serviceWorker.access().takeEnded();
    if (ended != null) {
      endedAccess = ended;
    }
    serviceWorker.busy(false);
  }

  /**
   * Begins a transaction on the session's worker, with a new transaction number for conflict
   * reports.
   */
  final void beginTransaction() {
    nextTransactionId();
    serviceWorker.worker().begin(beganNs(), deadlineNs());
  }

  final void nextTransactionId() {
    transactionId = serviceWorker.nextTransactionId(ProcedureNames.INTERACTIVE);
  }

  /**
   * Throws an exception if the engine's own code has failed in a step. An exception of the caller's
   * logic does not count as such a failure.
   */
  final void requireNoFailure(AttemptResult result) {
    if (result == AttemptResult.FAILED) {
      throw new IllegalStateException(
          "a step of an interactive transaction failed", serviceWorker.worker().failure());
    }
  }

  /**
   * Returns whether the session has ended. If the deadline has passed, the caller was interrupted
   * or the service has closed, this method ends the session.
   */
  final boolean givesUp() {
    if (ended == null && Thread.interrupted()) {
      interrupted = true;
      ended = ServiceOutcomes.givenUp();
    }
    if (ended == null && context.closing.isTerminated()) {
      ended = new Outcome.Rejected<>(context.closing.error());
    }
    if (ended == null && isExpired(nowNs())) {
      ended = ServiceOutcomes.timedOut(options(), restarts, lastConflict());
    }
    return ended != null;
  }

  /**
   * Ends a run that had a conflict. If this was the session's last attempt, the session ends.
   *
   * @param isKnown whether the key of the conflict is already known; if not, the next run searches
   *     for it
   */
  final void restart(boolean isKnown) {
    if (isLastAttempt(restarts)) {
      ended =
          ServiceOutcomes.outOfAttempts(AbortCause.VALIDATION, options(), restarts, lastConflict());
    }
    restarts++;
    if (!isKnown) {
      keys = conflicts.begin(keys, endedAccess);
      endedAccess = null;
    }
  }

  @Override
  public final Outcome<Object> commit(Map<Key, byte[]> writes, Object result) {
    keys.result(result);
    try {
      writes.forEach((key, value) -> keys.write(keys.allowWrite(key), value));
      keys.checkSize();
    } catch (YardmasterException refused) {
      keys.fail(refused);
    }
    return settle();
  }

  @Override
  public final Outcome<Object> fail(Throwable thrown) {
    keys.fail(thrown);
    return settle();
  }

  private Outcome<Object> settle() {
    Settling settling = new Settling();
    if (runLast(settling)) {
      ended = context.acknowledger.acknowledge(settling.outcome(), dependsOn);
    }
    return ended;
  }

  final ServiceWorker worker() {
    return serviceWorker;
  }

  final TouchedKeys keys() {
    return keys;
  }

  final long nowNs() {
    return context.clockNs.getAsLong();
  }

  /**
   * Returns the time until which the transaction may keep its locks without a further step, in ns.
   */
  final long nextStepUntilNs() {
    long leftNs = deadlineNs() - nowNs();
    return nowNs() + Math.min(leftNs, context.stepTimeoutNs);
  }

  /**
   * Checks that the values that the logic has read are still current. The last step calls this
   * method.
   */
  void check(RecordTransaction records) {}

  /** Stores the conflict that ends the run, for reports. */
  final void met(ConflictReport conflict) {
    conflicts.end(conflict);
  }

  /** The last step, which commits the session. This step may need several attempts. */
  final class Settling implements RecordLogic {
    private boolean isKept = kept() == null;
    private Outcome<Object> refused;

    @Override
    public void declare(KeyHints into) {
      serviceWorker.access().declare(keys, into);
    }

    @Override
    public void run(RecordTransaction records) {
      refused = null;
      serviceWorker.point().expect(keys, transactionId);
      keys.beginChanges();
      check(records);
      if (kept() != null) {
        YardmasterException refusal = kept().refusal();
        if (refusal != null) {
          // After the logic began, another session may have stored an outcome for the id, and this
          // outcome may have already expired.
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
    private Outcome<Object> outcome() {
      return refused != null
          ? refused
          : keys.outcome(
              ProcedureName.LAMBDA, transactionId, committedVersion, restarts, lastConflict());
    }
  }
}
