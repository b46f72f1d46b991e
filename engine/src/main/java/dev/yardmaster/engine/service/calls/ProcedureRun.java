package dev.yardmaster.engine.service.calls;

import dev.yardmaster.api.ConflictReport;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.logic.Failures;
import dev.yardmaster.api.outcome.KeptOutcome;
import dev.yardmaster.engine.durable.LoggedRows;
import dev.yardmaster.engine.protocol.WorkerContext;
import dev.yardmaster.engine.service.conflicts.ConflictSearch;
import dev.yardmaster.engine.service.keys.KeyScan;
import dev.yardmaster.engine.service.keys.StoredValue;
import dev.yardmaster.engine.service.keys.TouchedKeys;
import dev.yardmaster.engine.service.keys.TouchedScans;
import dev.yardmaster.engine.service.typed.RunRows;
import dev.yardmaster.engine.service.typed.TypedTables;
import dev.yardmaster.engine.service.worker.ServiceWorker;
import dev.yardmaster.engine.table.KeyHints;
import dev.yardmaster.engine.transaction.RecordLogic;
import dev.yardmaster.engine.transaction.RecordTransaction;
import dev.yardmaster.service.TransactionLimits;
import org.jspecify.annotations.NullUnmarked;

/**
 * Runs a procedure as an engine transaction: checks whether the service already has an outcome for
 * the transaction's id, runs the logic, and applies the writes. If the procedure throws an
 * exception, this exception is the result of the run. Only a conflict in the engine ends a run
 * without a result. Unless the procedure uses typed rows, the conflict is not thrown through the
 * procedure's code. The object is reused, and the worker's thread calls the methods.
 */
@NullUnmarked // Internal: fields and results may be null.
final class ProcedureRun implements RecordLogic {

  /**
   * Ends a run whose logic has failed after it has written rows, so that the rows are not
   * committed.
   */
  private static final class Decided extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Decided() {
      super("the logic has failed after it has written rows", null, false, false);
    }
  }

  private final Decided ended = new Decided();
  private final ServiceWorker serviceWorker;
  private final ConflictSearch conflicts;
  private final TransactionLimits limits;
  private TouchedKeys keys;

  private QueuedProcedure call;
  private long transactionId;
  private RecordTransaction records;
  private Outcome<Object> answer;
  private boolean isRepeated;
  private final TypedTables tables;
  private final LoggedRows rows = new LoggedRows(false);

  /**
   * The failure of the logic in an earlier run; null if there is none. If this field is set, the
   * next run does not run the logic, and only stores this failure as the outcome.
   */
  private Throwable decision;

  /** The number of restarts before {@link #decision} was set. */
  private int restartsBefore;

  ProcedureRun(ServiceWorker serviceWorker, TypedTables tables, TransactionLimits limits) {
    this.serviceWorker = serviceWorker;
    this.tables = tables;
    this.limits = limits;
    keys = new TouchedKeys(limits);
    conflicts = new ConflictSearch(limits, serviceWorker.conflicts());
  }

  /** Prepares for a new call. */
  void begin(QueuedProcedure ofCall) {
    call = ofCall;
    decision = null;
    restartsBefore = 0;
    transactionId = serviceWorker.nextTransactionId(call.registered.number());
    conflicts.begin(call.registered.number());
    keys.clear();
  }

  /**
   * Prepares for the next run of the call. Before the engine's attempt begins, the procedure
   * declares the keys that follow from its argument. So the protocol knows these keys in advance.
   */
  void prepare() {
    keys.clear();
    answer = null;
    isRepeated = false;
    if (decision == null) {
      call.registered.declare(keys, call.argument);
    } else {
      keys.fail(decision);
    }
  }

  /**
   * Takes the failure of a run as the result of the call, if the procedure uses typed rows. The
   * failure was validated. The engine cannot undo written rows in the middle of a transaction, so
   * the whole attempt was aborted and had no effect. The caller then begins another attempt, which
   * only stores the failure under the call's id. If another submission with the same id has got an
   * outcome before this attempt, this call ends with that outcome.
   *
   * @return false if the failure is not the result of the call
   */
  boolean decides(Throwable failure) {
    if (decision != null || !call.registered.isTyped()) {
      return false;
    }
    decision = failure == ended ? keys.failure() : failure;
    restartsBefore = serviceWorker.worker().restarts();
    return true;
  }

  /** Returns the number of runs of the call that were discarded. */
  int restarts() {
    return restartsBefore + serviceWorker.worker().restarts();
  }

  /** Records that a conflict has ended the run. */
  void conflicted() {
    keys = conflicts.begin(keys, serviceWorker.access().takeEnded());
  }

  /** Clears all references to the last call. */
  void end() {
    keys.clear();
    conflicts.clear();
    call = null;
    decision = null;
    records = null;
    answer = null;
  }

  @Override
  public void declare(KeyHints into) {
    if (call.kept() != null) {
      serviceWorker.access().declare(call.kept().key(), true, into);
    }
    serviceWorker.access().declare(keys, into);
  }

  @Override
  public void run(RecordTransaction inRecords) {
    records = inRecords;
    serviceWorker.point().expect(keys, transactionId);
    if (call.registered.isTyped()) {
      serviceWorker.point().expectRows();
    }
    if (call.kept() == null || !isAnswered(call.kept())) {
      runLogic();
    }
    if (!call.claimCommit()) {
      throw serviceWorker.worker().context().conflict();
    }
    serviceWorker.access().apply(records, keys);
  }

  /**
   * Returns whether the outcome is known without running the logic, because an outcome is kept for
   * the id or the id is refused.
   */
  private boolean isAnswered(KeptOutcome kept) {
    YardmasterException refusal = kept.refusal();
    byte[] found = serviceWorker.access().read(records, kept.key());
    keys.saw(keys.allowRead(kept.key()), found);
    if (refusal != null) {
      answer = new Outcome.Rejected<>(refusal);
    } else if (found != null) {
      isRepeated = true;
      answer =
          kept.found(
              StoredValue.value(found),
              StoredValue.version(found),
              transactionId,
              restarts(),
              conflicts.lastConflict());
    }
    return answer != null;
  }

  private void runLogic() {
    EngineProcedure procedure = call.registered;
    fetch();
    while (procedure.declareNext(keys, call.argument)) {
      fetch();
    }
    if (procedure.isTyped()) {
      runTyped(procedure);
    } else {
      procedure.execute(keys, call.argument, procedure.transaction(keys));
    }
    if (call.encodesResult) {
      procedure.encodeResult(keys);
    }
    requireRowsToStay();
    if (call.kept() != null) {
      keys.keep(call.kept(), transactionId);
      requireRowsToStay();
    }
  }

  private void runTyped(EngineProcedure procedure) {
    procedure.execute(
        keys,
        call.argument,
        handle -> new RunRows(tables, records, handle, limits.maxKeys(), this::requireFewRows));
    WorkerContext context = serviceWorker.worker().context();
    if (context.hasConflict()) { // The logic has already seen the exception.
      throw context.conflict();
    }
    if (keys.failure() == null && rows.of(context.accesses())) {
      limitRows();
    }
  }

  private void requireFewRows() {
    if (rows.of(serviceWorker.worker().context().accesses()) && rows.count() > limits.maxKeys()) {
      throw Failures.tooMany("written rows", limits.maxKeys(), rows.count());
    }
  }

  /** Lets the run fail if it has written too many rows, or too many bytes. */
  private void limitRows() {
    try {
      requireFewRows();
    } catch (YardmasterException tooMany) {
      keys.fail(tooMany);
      return;
    }
    keys.rowBytes(rows.bytes());
    keys.checkSize();
  }

  /**
   * If the run has failed and has written rows, ends the attempt, so that the rows are not
   * committed.
   */
  private void requireRowsToStay() {
    if (call.registered.isTyped()
        && keys.failure() != null
        && rows.of(serviceWorker.worker().context().accesses())) {
      serviceWorker.point().expectNothing(); // The log needs no room for rows over the limits.
      throw ended;
    }
  }

  /**
   * Reads the keys and scans the ranges that the procedure has declared, unless the run has failed.
   */
  private void fetch() {
    for (int i = 0; keys.failure() == null && i < keys.size(); i++) {
      if (keys.mayRead(i) && !keys.isSeen(i)) {
        Key key = keys.key(i);
        byte[] found = serviceWorker.access().read(records, key);
        keys.saw(i, found);
        conflicts.read(key, found);
      }
    }
    TouchedScans scans = keys.scans();
    for (KeyScan scan = scans.next(); keys.failure() == null && scan != null; scan = scans.next()) {
      serviceWorker.access().scan(records, scan);
      scans.ran();
      conflicts.scanned(scans, scan);
    }
  }

  /** Returns whether the outcome was not computed by this run, but was kept for the call's id. */
  boolean isRepeated() {
    return isRepeated;
  }

  /** Returns the outcome after the commit. */
  Outcome<Object> outcome() {
    return answer != null
        ? answer
        : keys.outcome(
            call.registered.name(),
            transactionId,
            serviceWorker.point().version(),
            restarts(),
            conflicts.lastConflict());
  }

  /**
   * Returns the conflict that ended the last discarded run, or null if that conflict is unknown.
   */
  ConflictReport lastConflict() {
    return conflicts.lastConflict();
  }
}
