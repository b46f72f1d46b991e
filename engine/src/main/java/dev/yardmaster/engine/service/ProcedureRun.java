package dev.yardmaster.engine.service;

import dev.yardmaster.api.ConflictReport;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.logic.Failures;
import dev.yardmaster.api.outcome.KeptOutcome;
import dev.yardmaster.engine.EngineConfig;
import dev.yardmaster.engine.transaction.RecordLogic;
import dev.yardmaster.engine.transaction.RecordTransaction;

/**
 * A procedure as a transaction of the engine, from the outcome that may be kept of it to the writes
 * that it leaves. Whatever the procedure throws is a result: only a conflict of the engine's ends a
 * run, and that never passes through the procedure's code. Reused; used by the worker's thread.
 */
final class ProcedureRun implements RecordLogic {

  private final Seat seat;
  private final EngineConfig config;
  private TouchedKeys keys;

  /** The keys of the run before, which a conflict has ended: they tell what it met. */
  private TouchedKeys before;

  private ProcedureCall call;
  private long transactionId;
  private RecordTransaction records;
  private Object result;
  private Throwable failure;
  private Outcome<Object> answer;
  private ConflictReport lastConflict;
  private boolean looksForConflict;

  ProcedureRun(Seat seat, EngineConfig config) {
    this.seat = seat;
    this.config = config;
    keys = new TouchedKeys(config.maxKeysPerTransaction());
    before = new TouchedKeys(config.maxKeysPerTransaction());
  }

  /** The runs that follow are this call's. */
  void begin(ProcedureCall ofCall) {
    call = ofCall;
    transactionId = seat.nextTransactionId();
    lastConflict = null;
    looksForConflict = false;
    keys.clear();
    before.clear();
  }

  /** A conflict has ended the last run. */
  void again() {
    TouchedKeys discarded = keys;
    keys = before;
    before = discarded;
    looksForConflict = true;
  }

  /** Lets go of what the last call has touched. */
  void end() {
    keys.clear();
    before.clear();
    call = null;
    records = null;
    result = null;
    failure = null;
    answer = null;
    lastConflict = null;
  }

  @Override
  public void run(RecordTransaction inRecords) {
    records = inRecords;
    keys.clear();
    result = null;
    failure = null;
    answer = null;
    seat.point().expect(keys, transactionId);
    if (call.kept == null || !isAnswered(call.kept)) {
      runLogic();
      settle();
    }
    if (!call.claimCommit()) {
      throw seat.worker().context().conflict();
    }
    seat.access().apply(records, keys);
  }

  /** Whether the run's outcome is known without its logic, since it is kept or refused. */
  private boolean isAnswered(KeptOutcome kept) {
    int position = keys.allowRead(kept.key());
    fetch();
    YardmasterException refusal = kept.refusal();
    byte[] found = keys.stored(position);
    if (refusal != null) {
      answer = new Outcome.Rejected<>(refusal);
    } else if (found != null) {
      answer =
          kept.found(
              StoredValue.value(found),
              StoredValue.version(found),
              transactionId,
              seat.worker().restarts(),
              lastConflict);
    }
    return answer != null;
  }

  private void runLogic() {
    Procedure<Object, Object> procedure = call.registered.procedure();
    declare(round -> procedure.declare(call.argument, round));
    fetch();
    int rounds = 1;
    boolean more = call.registered.hasRounds();
    while (more && failure == null) {
      more = declareNext(procedure, ++rounds);
      fetch();
    }
    if (failure == null) {
      execute(procedure);
    }
  }

  private interface Declaring {
    void declare(DeclarationRound round);
  }

  private void declare(Declaring declaring) {
    DeclarationRound round = new DeclarationRound(keys);
    try {
      declaring.declare(round);
    } catch (Throwable thrown) {
      failure = thrown;
    } finally {
      round.end();
    }
  }

  /** Whether there may be a round after this one. */
  private boolean declareNext(Procedure<Object, Object> procedure, int round) {
    DeclaredTransaction soFar = newTransaction();
    declare(more -> procedure.declareNext(call.argument, new ReadsSoFar(soFar), more));
    soFar.end();
    boolean readsMore = hasUnseen();
    if (readsMore && failure == null && round > config.maxRounds()) {
      failure =
          new YardmasterException(
              ErrorCode.TOO_MANY_ROUNDS,
              "a procedure declares keys in at most " + config.maxRounds() + " rounds",
              "procedure",
              call.registered.name());
    }
    return readsMore;
  }

  private DeclaredTransaction newTransaction() {
    return new DeclaredTransaction(keys, call.registered.name(), config.maxValueBytes());
  }

  private boolean hasUnseen() {
    for (int i = 0; i < keys.size(); i++) {
      if (keys.mayRead(i) && !keys.isSeen(i)) {
        return true;
      }
    }
    return keys.scans().next() != null;
  }

  /** Reads and scans what is declared to be, unless the run has failed. */
  private void fetch() {
    for (int i = 0; failure == null && i < keys.size(); i++) {
      if (keys.mayRead(i) && !keys.isSeen(i)) {
        Key key = keys.key(i);
        byte[] found = seat.access().read(records, key);
        keys.saw(i, found);
        if (looksForConflict) {
          lookForConflict(key, found);
        }
      }
    }
    TouchedScans scans = keys.scans();
    for (KeyScan scan = scans.next(); failure == null && scan != null; scan = scans.next()) {
      seat.access().scan(records, scan);
      scans.ran();
      if (looksForConflict) {
        lookForConflict(scan);
      }
    }
  }

  private void lookForConflict(KeyScan scan) {
    ConflictReport met = keys.scans().changeSince(before.scans(), scan);
    if (met != null) {
      lastConflict = met;
      looksForConflict = false;
    }
  }

  /** What is read otherwise than in the run before is what that one met. */
  private void lookForConflict(Key key, byte[] found) {
    int position = before.find(key);
    if (position >= 0
        && before.isSeen(position)
        && before.stored(position) != found
        && !key.isReserved()) {
      lastConflict = Session.conflict(key, before.stored(position), found);
      looksForConflict = false;
    }
  }

  private void execute(Procedure<Object, Object> procedure) {
    DeclaredTransaction transaction = newTransaction();
    Throwable thrown = null;
    try {
      result = procedure.execute(call.argument, transaction);
    } catch (Throwable caught) {
      thrown = caught;
    }
    transaction.end();
    failure = transaction.failure(thrown);
    if (failure == null && keys.writtenBytes() > config.maxTransactionBytes()) {
      failure = tooLarge(config, keys.writtenBytes());
    }
  }

  static YardmasterException tooLarge(EngineConfig config, long bytes) {
    return new YardmasterException(
        ErrorCode.TRANSACTION_TOO_LARGE,
        "the values that a transaction writes have at most "
            + config.maxTransactionBytes()
            + " bytes together",
        "bytes",
        bytes);
  }

  /** Keeps what the logic came to, and nothing else of what failed. */
  private void settle() {
    byte[] record = null;
    if (call.kept != null) {
      try {
        record =
            failure == null
                ? call.kept.recordOf(result, transactionId)
                : call.kept.recordOfFailure(failure, transactionId);
      } catch (YardmasterException notKept) {
        failure = notKept;
      }
    }
    if (failure != null) {
      keys.discardWrites();
    }
    if (record != null) {
      keys.write(keys.allowWrite(call.kept.key()), record);
    }
  }

  /** The outcome, when the run has committed. */
  Outcome<Object> outcome() {
    int restarts = seat.worker().restarts();
    if (answer != null) {
      return answer;
    }
    return failure == null
        ? new Outcome.Committed<>(
            result, transactionId, seat.point().version(), restarts, lastConflict)
        : Failures.outcome(failure, call.registered.name(), restarts, lastConflict);
  }

  /** What the last run that a conflict discarded met, as far as it is known; or null. */
  ConflictReport lastConflict() {
    return lastConflict;
  }
}
