package dev.yardmaster.engine.service;

import dev.yardmaster.api.ErrorCode;
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
import dev.yardmaster.api.logic.ProcedureName;
import dev.yardmaster.api.logic.ProcedureRegistry;
import dev.yardmaster.api.logic.RegisteredProcedure;
import dev.yardmaster.api.outcome.KeptOutcome;
import dev.yardmaster.api.outcome.LogicOutcome;
import dev.yardmaster.api.outcome.OutcomeHorizon;
import dev.yardmaster.api.outcome.StatusAnswer;
import dev.yardmaster.api.outcome.StatusProcedure;
import dev.yardmaster.engine.EngineConfig;
import dev.yardmaster.engine.EngineParts;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** An engine that is open, as {@link dev.yardmaster.engine.Engine} says. Any thread. */
public final class EngineService implements TransactionService {

  private static final long PERMIT_WAIT_NS = 20_000_000L;

  private final EngineConfig config;
  private final LongSupplier clockNs;
  private final OutcomeHorizon horizon;
  private final ProcedureRegistry<RegisteredProcedure> procedures = new ProcedureRegistry<>();
  private final RegisteredProcedure status =
      new RegisteredProcedure(StatusProcedure.INSTANCE.name(), StatusProcedure.INSTANCE);
  private final Semaphore open;
  private final ServiceThreads threads;

  private EngineService(EngineConfig config, EngineParts parts, Contents contents) {
    this.config = config;
    clockNs = parts.clockNs();
    horizon = new OutcomeHorizon(parts.epochMs(), config.outcomeRetentionMs());
    open = new Semaphore(config.interactive(), true);
    threads = new ServiceThreads(this, config, parts, contents, horizon);
    register(OneShot.PROCEDURE);
  }

  /** Opens an engine; {@link dev.yardmaster.engine.Engine#open} is for callers. */
  public static EngineService open(EngineConfig config, EngineParts parts) {
    Contents contents = Contents.open(config, parts);
    EngineService service;
    try {
      service = new EngineService(config, parts, contents);
    } catch (Throwable thrown) {
      contents.closeAfter(thrown);
      throw thrown;
    }
    service.threads.start();
    return service;
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
    return (CompletionStage<Outcome<R>>) (CompletionStage<?>) submit(registered, argument, options);
  }

  @Override
  public CompletionStage<Outcome<Object>> submit(String name, Object argument) {
    RegisteredProcedure registered = procedures.find(name);
    return registered == null
        ? CompletableFuture.completedFuture(ProcedureRegistry.unknown(name))
        : submit(registered, argument, TransactionOptions.defaults());
  }

  private CompletionStage<Outcome<Object>> submit(
      RegisteredProcedure registered, Object argument, TransactionOptions options) {
    return submit(
        registered, argument, options, keptOutcome(options, registered.name(), registered.codec()));
  }

  private CompletionStage<Outcome<Object>> submit(
      RegisteredProcedure registered,
      Object argument,
      TransactionOptions options,
      KeptOutcome kept) {
    ProcedureCall call =
        new ProcedureCall(registered, argument, options, kept, clockNs.getAsLong());
    threads.submit(call);
    return call.outcome();
  }

  /** What is kept under a transaction's id; null if it has none. */
  private KeptOutcome keptOutcome(
      TransactionOptions options, String logic, ValueCodec<Object> codec) {
    return options.id() == null
        ? null
        : new LogicOutcome(options.id(), horizon, logic, codec, config.maxValueBytes());
  }

  @Override
  @SuppressWarnings("unchecked") // The answer gives a status.
  public CompletionStage<Outcome<TransactionStatus>> status(TransactionId id) {
    Objects.requireNonNull(id, "id");
    return (CompletionStage<Outcome<TransactionStatus>>)
        (CompletionStage<?>)
            submit(
                status,
                id,
                TransactionOptions.defaults(),
                new StatusAnswer(id, horizon, procedures::codecOf));
  }

  @Override
  @SuppressWarnings("unchecked") // The logic gives results of its own type.
  public <R> Outcome<R> execute(TransactionLogic<R> logic, TransactionOptions options) {
    Objects.requireNonNull(logic, "logic");
    if (isOwnThread()) {
      return new Outcome.Rejected<>(
          new YardmasterException(
              ErrorCode.WRONG_THREAD,
              "what runs on a thread of the service must not wait for the service",
              "thread",
              Thread.currentThread().getName()));
    }
    long beganNs = clockNs.getAsLong();
    Outcome<Object> refusal = begin(beganNs + options.timeout().toNanos());
    if (refusal != null) {
      return (Outcome<R>) refusal;
    }
    try {
      Session session =
          new Session(
              threads::refusal,
              config,
              threads.callerSeats(),
              threads.teller(),
              clockNs,
              options,
              keptOutcome(options, ProcedureName.LAMBDA, ValueCodec.basic()),
              beganNs);
      return (Outcome<R>) session.run(logic);
    } finally {
      open.release();
    }
  }

  /** Waits until one more interactive transaction may be open; why it may not, or null. */
  private Outcome<Object> begin(long deadlineNs) {
    try {
      while (!threads.isClosing()) {
        long leftNs = deadlineNs - clockNs.getAsLong();
        if (open.tryAcquire(Math.min(PERMIT_WAIT_NS, leftNs), TimeUnit.NANOSECONDS)) {
          if (!threads.isClosing()) {
            return null;
          }
          open.release();
        } else if (leftNs <= 0) {
          return Endings.overloaded(
              "too many interactive transactions are open",
              open.getQueueLength(),
              config.interactive());
        }
      }
      return Endings.closed(threads.failure());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Outcome.Rejected<>(
          new YardmasterException(
              ErrorCode.INTERRUPTED, "the thread was interrupted before the transaction began"));
    }
  }

  /** Whether no interactive transaction is open. */
  boolean isIdle() {
    return open.availablePermits() == config.interactive();
  }

  @Override
  public boolean isOwnThread() {
    return EngineThread.isOf(this);
  }

  /** Checkpoints written since the start. */
  long checkpoints() {
    return threads.checkpoints();
  }

  /** How many outcomes of transactions with an id are kept, about. */
  long outcomes() {
    return threads.outcomes();
  }

  /** Why the service failed and closed; empty while it has not failed. */
  public Optional<Throwable> failure() {
    return Optional.ofNullable(threads.failure());
  }

  @Override
  public void close() {
    threads.close();
  }
}
