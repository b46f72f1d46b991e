package dev.yardmaster.client.testing;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.api.ConflictReport;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.api.TransactionLogic;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.ValueCodec;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.logic.BufferedTransaction;
import dev.yardmaster.api.logic.Failures;
import dev.yardmaster.api.logic.InteractiveTransaction;
import dev.yardmaster.api.logic.ProcedureName;
import dev.yardmaster.api.logic.RegisteredProcedure;
import dev.yardmaster.api.logic.ScannedEntries;
import dev.yardmaster.api.outcome.KeptOutcome;
import dev.yardmaster.api.outcome.LogicOutcome;
import dev.yardmaster.api.outcome.OutcomeHorizon;
import dev.yardmaster.api.outcome.StatusAnswer;
import dev.yardmaster.api.outcome.StatusProcedure;
import dev.yardmaster.client.time.ClientTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.NullUnmarked;

/**
 * Runs transactions on the calling thread. The whole run of a procedure holds the service's lock.
 * Lambdas run without this lock, so their reads are validated at the end.
 */
@NullUnmarked // Internal: fields and results may be null.
final class FakeRuns {

  private final FakeTransactionService service;
  private final ClientTime time;
  private final OutcomeHorizon horizon;
  private final FakeLimits limits;
  private final FakeStore store = new FakeStore();

  FakeRuns(
      FakeTransactionService service, ClientTime time, OutcomeHorizon horizon, FakeLimits limits) {
    this.service = service;
    this.time = time;
    this.horizon = horizon;
    this.limits = limits;
  }

  /** Returns a copy of the current data; no transaction changes the copy. */
  FakeStore copy() {
    synchronized (service) {
      return store.copy();
    }
  }

  /**
   * Returns the outcome that is kept under the id, or an outcome with an error if the id cannot be
   * used. Returns null if the id has no outcome and can be used.
   */
  private Outcome<Object> found(KeptOutcome kept, int restarts, ConflictReport lastConflict) {
    if (service.isClosed()) {
      return new Outcome.Rejected<>(FakeTransactionService.closedError());
    }
    YardmasterException refusal = kept == null ? null : kept.refusal();
    if (refusal != null) {
      return new Outcome.Rejected<>(refusal);
    }
    FakeStore.Cell cell = kept == null ? FakeStore.NEVER_WRITTEN : store.at(kept.key());
    return cell.value() == null
        ? null
        : kept.found(cell.value(), cell.version(), 0, restarts, lastConflict);
  }

  /** Queries the status of an id. The caller holds the lock. */
  Outcome<Object> status(TransactionId id, Function<String, ValueCodec<Object>> codecs) {
    KeptOutcome answer = new StatusAnswer(id, horizon, codecs);
    Outcome<Object> found = found(answer, 0, null);
    if (found != null) {
      return found;
    }
    keep(answer, answer.recordOf(null, 0), 0, 0);
    return new Outcome.Committed<>(StatusProcedure.INSTANCE.execute(id, null), 0, 0, 0, null);
  }

  private void keep(KeptOutcome kept, byte[] record, long version, long number) {
    store.install(Collections.singletonMap(kept.key(), record), version, number);
  }

  /** One transaction, with its options and its runs so far. */
  private final class Bounds {

    private final String logic;
    private final KeptOutcome kept;
    private final TransactionOptions options;
    private final long beginNs = time.nowNs();
    private ConflictReport scripted;
    private int restarts;
    private ConflictReport lastConflict;

    Bounds(
        String logic, ValueCodec<Object> codec, TransactionOptions options, InjectedFault fault) {
      this.logic = logic;
      this.kept =
          options.id() == null
              ? null
              : new LogicOutcome(options.id(), horizon, logic, codec, limits.maxValueBytes());
      this.options = options;
      this.scripted = FakeTransactionService.scripted(fault);
    }

    /** Returns the outcome if it is already known before a run; null if the transaction may run. */
    Outcome<Object> known() {
      return found(kept, restarts, lastConflict);
    }

    /**
     * Ends a run and returns the outcome; returns null if the transaction must run again. The
     * caller holds the lock.
     */
    Outcome<Object> end(
        Map<Key, FakeStore.Cell> reads,
        List<FakeStore.Found> scans,
        Map<Key, byte[]> writes,
        BufferedTransaction run) {
      Outcome<Object> first = known();
      if (first != null) {
        return first;
      }
      if (time.nowNs() - beginNs >= options.timeout().toNanos()) {
        return timedOut(restarts, lastConflict);
      }
      ConflictReport conflict = scripted != null ? scripted : store.conflict(reads, scans);
      scripted = null;
      if (conflict != null) {
        return restart(conflict);
      }
      return run.failure() == null ? commit(writes, run.result()) : failed(run.failure());
    }

    private Outcome<Object> restart(ConflictReport conflict) {
      lastConflict = conflict;
      if (restarts + 1 >= options.maxAttempts()) {
        return new Outcome.Aborted<>(
            conflict.cause(),
            "the bound of " + options.maxAttempts() + " attempts was reached",
            restarts,
            conflict);
      }
      restarts++;
      return null;
    }

    private Outcome<Object> failed(Throwable thrown) {
      if (kept != null) {
        keep(kept, kept.recordOfFailure(thrown, 0), 0, 0);
      }
      return Failures.outcome(thrown, logic, restarts, lastConflict);
    }

    private Outcome<Object> commit(Map<Key, byte[]> writes, Object result) {
      long number = store.nextTransaction();
      byte[] record = null;
      try {
        record = kept == null ? null : kept.recordOf(result, number);
      } catch (YardmasterException notKept) {
        return new Outcome.Rejected<>(notKept);
      }
      long version = writes.isEmpty() && record == null ? 0 : store.nextVersion();
      store.install(writes, version, number);
      if (record != null) {
        keep(kept, record, version, number);
      }
      return new Outcome.Committed<>(result, number, version, restarts, lastConflict);
    }
  }

  /** Runs a procedure. */
  Outcome<Object> run(
      RegisteredProcedure registered,
      Object argument,
      TransactionOptions options,
      InjectedFault fault) {
    synchronized (service) {
      Bounds bounds = new Bounds(registered.name(), registered.codec(), options, fault);
      Outcome<Object> outcome = bounds.known();
      while (outcome == null) {
        FakeRun run = new FakeRun(store, limits);
        BufferedTransaction handle = run.run(registered, argument);
        outcome = bounds.end(run.reads(), run.scans(), run.written(), handle);
      }
      return outcome;
    }
  }

  /** Runs a lambda. */
  // The cast is safe, because the run that committed returned a result of this type.
  @SuppressWarnings("unchecked")
  <R> Outcome<R> run(TransactionLogic<R> logic, TransactionOptions options, InjectedFault fault) {
    Bounds bounds = new Bounds(ProcedureName.LAMBDA, ValueCodec.basic(), options, fault);
    Outcome<Object> outcome;
    synchronized (service) {
      outcome = bounds.known();
    }
    while (outcome == null) {
      outcome = runOnce(logic, bounds);
    }
    return (Outcome<R>) outcome;
  }

  private <R> Outcome<Object> runOnce(TransactionLogic<R> logic, Bounds bounds) {
    Seen seen = new Seen();
    InteractiveTransaction transaction =
        new InteractiveTransaction(seen, limits.maxKeys(), limits.maxValueBytes());
    transaction.run(logic);
    if (Thread.currentThread().isInterrupted()) {
      return new Outcome.Rejected<>(interrupted());
    }
    synchronized (service) {
      return bounds.end(seen.reads, seen.scans, transaction.writes(), transaction);
    }
  }

  /** The reads and scans of one run of a lambda. */
  private final class Seen implements InteractiveTransaction.Source {

    private final Map<Key, FakeStore.Cell> reads = new HashMap<>();
    private final List<FakeStore.Found> scans = new ArrayList<>();

    @Override
    public byte[][] values(List<Key> keys) {
      checkInterrupt();
      int count = reads.size() + keys.size();
      if (count > limits.maxKeys()) {
        throw Failures.tooMany("reads", limits.maxKeys(), count);
      }
      byte[][] values = new byte[keys.size()][];
      synchronized (service) {
        for (int i = 0; i < values.length; i++) {
          FakeStore.Cell cell = store.at(keys.get(i));
          reads.put(keys.get(i), cell);
          values[i] = cell.value();
        }
      }
      return values;
    }

    @Override
    public ScannedEntries scan(Scan scan) {
      checkInterrupt();
      if (scans.size() == Scan.MAX_PER_TRANSACTION) {
        throw Failures.tooMany("scans", Scan.MAX_PER_TRANSACTION, scans.size() + 1);
      }
      synchronized (service) {
        FakeStore.Found found = store.find(scan);
        scans.add(found);
        return found.entries();
      }
    }

    private void checkInterrupt() {
      if (Thread.currentThread().isInterrupted()) {
        throw interrupted();
      }
    }
  }

  private static YardmasterException interrupted() {
    return new YardmasterException(
        ErrorCode.INTERRUPTED, "the thread was interrupted before the transaction's commit");
  }

  static <R> Outcome<R> timedOut(int restarts, ConflictReport lastConflict) {
    return new Outcome.Aborted<>(
        AbortCause.TIMEOUT, "the transaction's timeout passed", restarts, lastConflict);
  }
}
