package dev.yardmaster.client.testing;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.api.ConflictReport;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.TransactionLogic;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.ValueCodec;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.logic.BufferedTransaction;
import dev.yardmaster.api.logic.Failures;
import dev.yardmaster.api.logic.InteractiveTransaction;
import dev.yardmaster.api.logic.ProcedureName;
import dev.yardmaster.api.logic.ScannedEntries;
import dev.yardmaster.client.ClientTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs transactions on the calling thread: procedures as a whole under the service's lock, lambdas
 * outside of it, so that what they read is validated when they end.
 */
final class FakeRuns {

  private final FakeTransactionService service;
  private final ClientTime time;
  private final KeptOutcomes kept;
  private final FakeLimits limits;
  private final FakeStore store = new FakeStore();

  FakeRuns(FakeTransactionService service, ClientTime time, KeptOutcomes kept, FakeLimits limits) {
    this.service = service;
    this.time = time;
    this.kept = kept;
    this.limits = limits;
  }

  /** One transaction: its bounds, and the runs that it has had. */
  private final class Bounds {

    private final String logic;
    private final ValueCodec<Object> codec;
    private final TransactionOptions options;
    private final long beginNs = time.nowNs();
    private ConflictReport scripted;
    private int restarts;
    private ConflictReport lastConflict;

    Bounds(
        String logic, ValueCodec<Object> codec, TransactionOptions options, Misfortune misfortune) {
      this.logic = logic;
      this.codec = codec;
      this.options = options;
      this.scripted = FakeTransactionService.scripted(misfortune);
    }

    /** The outcome that is known before a run; null if it may run. */
    Outcome<Object> known() {
      if (service.isClosed()) {
        return new Outcome.Rejected<>(FakeTransactionService.closedError());
      }
      if (options.id() == null) {
        return null;
      }
      YardmasterException refusal = kept.refusal(options.id());
      if (refusal != null) {
        return new Outcome.Rejected<>(refusal);
      }
      try {
        return kept.has(options.id()) ? kept.of(options.id(), logic, codec) : null;
      } catch (YardmasterException damaged) {
        return new Outcome.Rejected<>(damaged);
      }
    }

    /** Ends a run, under the lock; null if it is to be run again. */
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
      Throwable failure = run.failure();
      if (failure != null) {
        return failed(Failures.outcome(failure, logic, restarts, lastConflict));
      }
      return commit(writes, run.result());
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

    private Outcome<Object> failed(Outcome<Object> outcome) {
      if (options.id() != null) {
        kept.keepFailure(options.id(), logic, outcome);
      }
      return outcome;
    }

    private Outcome<Object> commit(Map<Key, byte[]> writes, Object result) {
      byte[] encoded = null;
      if (options.id() != null) {
        try {
          encoded = kept.encode(result, codec);
        } catch (YardmasterException notKept) {
          return new Outcome.Rejected<>(notKept);
        }
      }
      long number = store.nextTransaction();
      long version = writes.isEmpty() && encoded == null ? 0 : store.nextVersion();
      store.install(writes, version, number);
      Outcome.Committed<Object> commit =
          new Outcome.Committed<>(result, number, version, restarts, lastConflict);
      if (encoded != null) {
        kept.keepCommit(options.id(), logic, encoded, commit);
      }
      return commit;
    }
  }

  /** Runs a procedure. */
  Outcome<Object> run(
      Procedure<Object, Object> procedure,
      Object argument,
      TransactionOptions options,
      Misfortune misfortune) {
    synchronized (service) {
      Bounds bounds = new Bounds(procedure.name(), procedure.resultCodec(), options, misfortune);
      Outcome<Object> outcome = bounds.known();
      while (outcome == null) {
        outcome = runOnce(procedure, argument, bounds);
      }
      return outcome;
    }
  }

  private Outcome<Object> runOnce(
      Procedure<Object, Object> procedure, Object argument, Bounds bounds) {
    DeclaredKeys keys = new DeclaredKeys(store, limits.maxKeys());
    DeclaredTransaction transaction = new DeclaredTransaction(keys, limits.maxValueBytes());
    transaction.run(
        handle -> {
          keys.declare(procedure, argument, limits.maxRounds());
          return procedure.execute(argument, handle);
        });
    return bounds.end(keys.reads(), keys.scans(), transaction.writes(), transaction);
  }

  /** Runs a lambda. */
  @SuppressWarnings("unchecked") // The result of the run that committed is of its type.
  <R> Outcome<R> run(TransactionLogic<R> logic, TransactionOptions options, Misfortune misfortune) {
    Bounds bounds = new Bounds(ProcedureName.LAMBDA, ValueCodec.basic(), options, misfortune);
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

  /** What one run of a lambda has read and scanned. */
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
