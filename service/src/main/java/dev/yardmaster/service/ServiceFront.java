package dev.yardmaster.service;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.OneShot;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.Snapshot;
import dev.yardmaster.api.SnapshotOptions;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.api.TransactionLogic;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.api.TransactionStatus;
import dev.yardmaster.api.ValueCodec;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.logic.ArgumentBytes;
import dev.yardmaster.api.logic.Failures;
import dev.yardmaster.api.logic.InteractiveTransaction;
import dev.yardmaster.api.logic.ProcedureName;
import dev.yardmaster.api.logic.ProcedureRegistry;
import dev.yardmaster.api.logic.SourcedSnapshot;
import dev.yardmaster.api.outcome.KeptOutcome;
import dev.yardmaster.api.outcome.LogicOutcome;
import dev.yardmaster.api.outcome.OutcomeHorizon;
import dev.yardmaster.api.outcome.ResultBytes;
import dev.yardmaster.api.outcome.StatusAnswer;
import dev.yardmaster.api.outcome.StatusProcedure;
import dev.yardmaster.service.scope.LogicScope;
import dev.yardmaster.service.scope.ScopedArgument;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * The front end of a service: it receives the callers' transactions, and passes them to a {@link
 * BackEnd}. The front end finds procedures by their names, keeps outcomes under ids, runs
 * interactive logic until the transaction has an outcome, and refuses transactions that are
 * submitted after the close. Any thread may call any method.
 *
 * @param <P> the back end's class for a registered procedure
 * @param <C> the back end's class for a call of a procedure
 */
public abstract class ServiceFront<P extends ServedProcedure, C extends BackEnd.Call>
    implements TransactionService {

  private final BackEnd<P, C> backEnd;
  private final Closing closing;
  private final OutcomeHorizon horizon;
  private final TransactionLimits limits;
  private final ProcedureRegistry<P> procedures = new ProcedureRegistry<>();
  private final P status;
  private final EncodedCalls encoded = new Encoded();

  /** The scoped forms of procedures that were called in a scope. */
  @Shared(
      writers = "threads that submit calls in a scope",
      readers = "the same",
      access = "concurrent map")
  private final Map<P, P> scoped = new ConcurrentHashMap<>();

  /**
   * Creates a service. Initially, only the procedure that runs {@link OneShot} transactions is
   * registered.
   *
   * @param horizon determines which ids are too old
   */
  protected ServiceFront(BackEnd<P, C> backEnd, OutcomeHorizon horizon, TransactionLimits limits) {
    this.backEnd = backEnd;
    this.closing = backEnd.closing();
    this.horizon = horizon;
    this.limits = limits;
    StatusProcedure query = StatusProcedure.INSTANCE;
    status = backEnd.known(query.name(), query);
    boolean unused =
        procedures.add(backEnd.known(ProcedureName.of(OneShot.PROCEDURE), OneShot.PROCEDURE));
  }

  @Override
  public void register(Procedure<?, ?> procedure) {
    String name = ProcedureName.of(procedure);
    if (procedure instanceof RestrictedProcedure restricted && !backEnd.runsRestricted()) {
      throw new YardmasterException(
          ErrorCode.BAD_PROCEDURE,
          "this service cannot run the procedure, which needs " + restricted.needs(),
          "procedure",
          name);
    }
    P registered = backEnd.known(name, procedure);
    if (procedures.add(registered)) {
      registered(registered);
    }
  }

  /** Called after each registration of a procedure. */
  protected void registered(P procedure) {}

  /** Returns the registered procedures, by name. */
  protected final ProcedureRegistry<P> procedures() {
    return procedures;
  }

  /** Returns the procedure that answers status queries. */
  protected final P statusProcedure() {
    return status;
  }

  /** Returns the limits of the service's transactions. */
  protected final TransactionLimits limits() {
    return limits;
  }

  @Override
  // The cast is safe, because the procedure's results have the type R.
  @SuppressWarnings("unchecked")
  public final <A, R> CompletionStage<Outcome<R>> submit(
      Procedure<A, R> procedure, A argument, TransactionOptions options) {
    P registered = procedures.find(procedure);
    if (registered == null) {
      return CompletableFuture.completedFuture(ProcedureRegistry.unknown(procedure.name()));
    }
    return (CompletionStage<Outcome<R>>) (CompletionStage<?>) submit(registered, argument, options);
  }

  @Override
  public final CompletionStage<Outcome<Object>> submit(
      String name, Object argument, TransactionOptions options) {
    P registered = procedures.find(name);
    return registered == null
        ? CompletableFuture.completedFuture(ProcedureRegistry.unknown(name))
        : submit(registered, argument, options);
  }

  private CompletionStage<Outcome<Object>> submit(
      P registered, Object argument, TransactionOptions options) {
    KeptOutcome kept = outcomeOf(options, registered.name(), registered.codec());
    return submit(backEnd.call(registered, argument, options, kept, false));
  }

  /** Passes a call to the back end, or refuses the call. */
  private CompletionStage<Outcome<Object>> submit(C call) {
    if (closing.isClosing()) {
      call.refuse(closing.error());
      return call.outcome();
    }
    YardmasterException noRoom = backEnd.offer(call);
    if (noRoom != null) {
      call.refuse(noRoom);
    } else if (closing.isTerminated()) {
      backEnd.refuseWaiting(closing.error());
    }
    return call.outcome();
  }

  /**
   * Returns the object that keeps the outcome under a transaction's id; null if the transaction has
   * no id.
   *
   * @param logic the procedure's name, or {@link ProcedureName#LAMBDA}
   * @param codec encodes the result that is kept
   */
  private KeptOutcome outcomeOf(
      TransactionOptions options, String logic, ValueCodec<Object> codec) {
    return options.id() == null
        ? null
        : new LogicOutcome(options.id(), horizon, logic, codec, limits.maxValueBytes());
  }

  @Override
  public final CompletionStage<Outcome<TransactionStatus>> status(TransactionId id) {
    return status(id, procedures::codecOf);
  }

  /**
   * Queries the outcome of the transaction with an id.
   *
   * @param codecs maps the name of a procedure or lambda to the codec that decodes its results
   */
  @SuppressWarnings("unchecked") // The cast is safe, because the value of the outcome is a status.
  private CompletionStage<Outcome<TransactionStatus>> status(
      TransactionId id, Function<String, ValueCodec<Object>> codecs) {
    Objects.requireNonNull(id, "id");
    KeptOutcome answer = new StatusAnswer(id, horizon, codecs);
    return (CompletionStage<Outcome<TransactionStatus>>)
        (CompletionStage<?>)
            submit(backEnd.call(status, id, TransactionOptions.defaults(), answer, false));
  }

  @Override
  public final boolean isOwnThread() {
    return backEnd.isOwnThread();
  }

  @Override
  // The cast is safe, because the result of the run that committed has the type R.
  @SuppressWarnings("unchecked")
  public final <R> Outcome<R> execute(TransactionLogic<R> logic, TransactionOptions options) {
    Objects.requireNonNull(logic, "logic");
    if (isOwnThread()) {
      return new Outcome.Rejected<>(Failures.wrongThread("service"));
    }
    if (closing.isClosing()) {
      return new Outcome.Rejected<>(closing.error());
    }
    InteractiveSession session =
        backEnd.session(options, outcomeOf(options, ProcedureName.LAMBDA, ValueCodec.basic()));
    try {
      Outcome<Object> outcome = null;
      while (outcome == null) {
        outcome = runOnce(logic, session);
      }
      return (Outcome<R>) outcome;
    } finally {
      session.end();
    }
  }

  /**
   * Runs the logic once. Returns the transaction's outcome, or null if the logic must run again.
   */
  private Outcome<Object> runOnce(TransactionLogic<?> logic, InteractiveSession session) {
    if (!session.begin()) {
      return session.outcome();
    }
    InteractiveTransaction transaction =
        new InteractiveTransaction(session, limits.maxKeys(), limits.maxValueBytes());
    transaction.run(logic);
    Outcome<Object> outcome = session.outcome();
    if (outcome != null) {
      return outcome;
    }
    return transaction.failure() == null
        ? session.commit(transaction.writes(), transaction.result())
        : session.fail(transaction.failure());
  }

  @Override
  public final Snapshot readOnly(SnapshotOptions options) {
    return new SourcedSnapshot(BlockingSnapshot.open(openSnapshot(options), closing));
  }

  private CompletionStage<OpenSnapshot> openSnapshot(SnapshotOptions options) {
    Objects.requireNonNull(options, "options");
    return closing.isClosing()
        ? CompletableFuture.failedFuture(closing.error())
        : backEnd.snapshot(options);
  }

  /** Returns this service in the form that a server uses: arguments and results are bytes. */
  public final EncodedCalls encoded() {
    return encoded;
  }

  @Override
  public final Optional<YardmasterException> refusal() {
    return closing.isClosing() ? Optional.of(closing.error()) : Optional.empty();
  }

  /** Returns the failure that closed the service; empty if the service has not failed. */
  public final Optional<Throwable> failure() {
    return Optional.ofNullable(closing.failure());
  }

  @Override
  public void close() {
    closing.close();
  }

  /** Implements {@link EncodedCalls} on this service. */
  private final class Encoded implements EncodedCalls {

    @Override
    public CompletionStage<Outcome<byte[]>> submit(
        String name, byte[] argument, TransactionOptions options) {
      return submit(name, argument, options, null);
    }

    @Override
    // The cast is safe, because a call that encodes its result returns bytes.
    @SuppressWarnings("unchecked")
    public CompletionStage<Outcome<byte[]>> submit(
        String name, byte[] argument, TransactionOptions options, LogicScope scope) {
      P registered = procedures.find(name);
      if (registered == null) {
        return CompletableFuture.completedFuture(ProcedureRegistry.unknown(name));
      }
      Object decoded;
      try {
        registered.requireTypes();
        decoded = ArgumentBytes.decode(name, registered.argumentCodec(), argument);
      } catch (YardmasterException bad) {
        return CompletableFuture.completedFuture(new Outcome.Rejected<>(bad));
      }
      if (scope != null) {
        registered = scoped.computeIfAbsent(registered, backEnd::scoped);
        decoded = new ScopedArgument(decoded, scope);
      }
      KeptOutcome kept = outcomeOf(options, name, ResultBytes.WRITTEN);
      return (CompletionStage<Outcome<byte[]>>)
          (CompletionStage<?>)
              ServiceFront.this.submit(backEnd.call(registered, decoded, options, kept, true));
    }

    @Override
    public CompletionStage<Outcome<OneShot.Result>> submit(
        OneShot oneShot, TransactionOptions options) {
      return ServiceFront.this.submit(oneShot, options);
    }

    @Override
    public CompletionStage<Outcome<TransactionStatus>> status(TransactionId id) {
      return ServiceFront.this.status(id, EncodedResults::new);
    }

    @Override
    public CompletionStage<OpenSnapshot> snapshot(SnapshotOptions options) {
      return openSnapshot(options);
    }

    @Override
    public OpenTransaction open(TransactionOptions options, OpenTransaction.Listener listener) {
      if (closing.isClosing()) {
        throw closing.error();
      }
      return backEnd.open(
          options, outcomeOf(options, ProcedureName.LAMBDA, ValueCodec.basic()), listener);
    }
  }

  /** Leaves kept results in their encoded form. */
  private record EncodedResults(String logic) implements ValueCodec<Object> {

    @Override
    public byte[] encode(Object result) {
      throw new UnsupportedOperationException("this codec only decodes");
    }

    @Override
    public Object decode(byte[] bytes) {
      return new EncodedResult(logic, bytes);
    }
  }
}
