package dev.yardmaster.api.outcome;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.OneShot;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.api.TransactionLogic;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.api.TransactionStatus;
import dev.yardmaster.api.ValueCodec;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.logic.Failures;
import dev.yardmaster.api.logic.InteractiveTransaction;
import dev.yardmaster.api.logic.OutcomeStage;
import dev.yardmaster.api.logic.ProcedureName;
import dev.yardmaster.api.logic.ProcedureRegistry;
import dev.yardmaster.api.logic.RegisteredProcedure;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;

/**
 * The simplest back end that keeps outcomes: one transaction at a time under a lock, so that no run
 * is ever discarded, on a map that forgets nothing. Any thread.
 */
final class SerialService implements TransactionService {

  /** Runs logic on a transaction's buffer, which holds the writes afterwards. */
  private interface Run {
    Object run(Map<Key, byte[]> writes) throws Throwable;
  }

  private final int maxKeys;
  private final int maxValueBytes;
  private final OutcomeHorizon horizon;
  private final ProcedureRegistry<RegisteredProcedure> procedures = new ProcedureRegistry<>();
  private final StoredKeys values = new StoredKeys();
  private final Map<Key, Long> versions = new HashMap<>();
  private long lastTransactionId;
  private long lastVersion;

  SerialService(int maxKeys, int maxValueBytes, LongSupplier clockMs, long retentionMs) {
    this.maxKeys = maxKeys;
    this.maxValueBytes = maxValueBytes;
    horizon = new OutcomeHorizon(clockMs, retentionMs);
    register(OneShot.PROCEDURE);
  }

  /** Runs logic, unless its outcome is kept; {@code logic} is its name. */
  private synchronized Outcome<Object> run(String logic, KeptOutcome kept, Run run) {
    long transactionId = ++lastTransactionId;
    if (kept != null) {
      byte[] record = values.value(kept.key());
      YardmasterException refusal = kept.refusal();
      if (refusal != null) {
        return new Outcome.Rejected<>(refusal);
      }
      if (record != null) {
        return kept.found(record, versions.get(kept.key()), transactionId, 0, null);
      }
    }
    Map<Key, byte[]> writes = new HashMap<>();
    Object result = null;
    Throwable failure = null;
    byte[] record = null;
    try {
      result = run.run(writes);
    } catch (Throwable thrown) {
      failure = thrown;
    }
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
      writes.clear();
    }
    if (record != null) {
      writes.put(kept.key(), record);
    }
    long version = install(writes);
    if (failure == null) {
      return new Outcome.Committed<>(result, transactionId, version, 0, null);
    }
    return Failures.outcome(failure, logic, 0, null);
  }

  private long install(Map<Key, byte[]> writes) {
    if (writes.isEmpty()) {
      return 0;
    }
    lastVersion++;
    values.install(writes);
    writes.keySet().forEach(key -> versions.put(key, lastVersion));
    return lastVersion;
  }

  private KeptOutcome keptOutcome(
      TransactionOptions options, String logic, ValueCodec<Object> codec) {
    return options.id() == null
        ? null
        : new LogicOutcome(options.id(), horizon, logic, codec, maxValueBytes);
  }

  @Override
  @SuppressWarnings("unchecked") // The logic gives results of its own type.
  public <R> Outcome<R> execute(TransactionLogic<R> logic, TransactionOptions options) {
    return (Outcome<R>)
        run(
            ProcedureName.LAMBDA,
            keptOutcome(options, ProcedureName.LAMBDA, ValueCodec.basic()),
            writes -> {
              InteractiveTransaction transaction =
                  new InteractiveTransaction(values.source(), maxKeys, maxValueBytes);
              transaction.run(logic);
              if (transaction.failure() != null) {
                throw transaction.failure();
              }
              writes.putAll(transaction.writes());
              return transaction.result();
            });
  }

  @Override
  public void register(Procedure<?, ?> procedure) {
    boolean unused =
        procedures.add(new RegisteredProcedure(ProcedureName.of(procedure), procedure));
  }

  @Override
  @SuppressWarnings("unchecked") // The procedure gives results of its own type.
  public <A, R> CompletionStage<Outcome<R>> submit(
      Procedure<A, R> procedure, A argument, TransactionOptions options) {
    RegisteredProcedure registered = procedures.find(procedure);
    if (registered == null) {
      return CompletableFuture.completedFuture(ProcedureRegistry.unknown(procedure.name()));
    }
    KeptOutcome kept = keptOutcome(options, registered.name(), registered.codec());
    return (CompletionStage<Outcome<R>>) (CompletionStage<?>) call(registered, argument, kept);
  }

  @Override
  public CompletionStage<Outcome<Object>> submit(String name, Object argument) {
    RegisteredProcedure registered = procedures.find(name);
    return registered == null
        ? CompletableFuture.completedFuture(ProcedureRegistry.unknown(name))
        : call(registered, argument, null);
  }

  @Override
  @SuppressWarnings("unchecked") // The answer gives a status.
  public CompletionStage<Outcome<TransactionStatus>> status(TransactionId id) {
    StatusProcedure query = StatusProcedure.INSTANCE;
    return (CompletionStage<Outcome<TransactionStatus>>)
        (CompletionStage<?>)
            call(
                new RegisteredProcedure(query.name(), query),
                id,
                new StatusAnswer(id, horizon, procedures::codecOf));
  }

  private OutcomeStage<Object> call(
      RegisteredProcedure registered, Object argument, KeptOutcome kept) {
    OutcomeStage<Object> stage = new OutcomeStage<>();
    stage.end(
        run(
            registered.name(),
            kept,
            writes ->
                new DeclaredTransaction(values, registered, maxKeys, maxValueBytes)
                    .run(argument, writes)));
    return stage;
  }

  @Override
  public void close() {}
}
