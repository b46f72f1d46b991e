package dev.yardmaster.observation;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.api.OneShot;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.Snapshot;
import dev.yardmaster.api.SnapshotOptions;
import dev.yardmaster.api.TraceContext;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.api.TransactionLogic;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.api.TransactionStatus;
import dev.yardmaster.api.YardmasterException;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A service whose transactions are Micrometer observations named {@code yardmaster.transaction}.
 * The parent of an observation is the current observation of the submitting thread. If the registry
 * has a tracing handler that propagates the headers of W3C Trace Context, the position of the
 * observation in the trace is sent with the transaction ({@link TransactionOptions#trace}), and a
 * server with OpenTelemetry continues the trace.
 *
 * <pre>{@code
 * TransactionService observed = ObservedTransactionService.observe(service, observationRegistry);
 * }</pre>
 *
 * <p>A lambda runs within the scope of its observation, so observations that the lambda starts are
 * children of this observation. The observation of a snapshot lasts from the opening of the
 * snapshot to its close; the tag {@code outcome} is {@code committed}. Any thread may call all
 * methods.
 */
public final class ObservedTransactionService implements TransactionService {

  private static final TransactionObservationConvention CONVENTION =
      new TransactionObservationConvention();

  private static final System.Logger LOG =
      System.getLogger(ObservedTransactionService.class.getName());

  private final TransactionService service;
  private final ObservationRegistry registry;

  private ObservedTransactionService(TransactionService service, ObservationRegistry registry) {
    this.service = Objects.requireNonNull(service, "service");
    this.registry = Objects.requireNonNull(registry, "registry");
  }

  /**
   * Returns a service that forwards all calls to the given service, and observes the transactions.
   * Closing the returned service closes the given service. If the given service already reports to
   * this registry, returns the given service itself.
   */
  public static TransactionService observe(
      TransactionService service, ObservationRegistry registry) {
    if (service instanceof ObservedTransactionService observed && observed.registry == registry) {
      return service;
    }
    return new ObservedTransactionService(service, registry);
  }

  private Observation start(TransactionContext context) {
    return Observation.start(null, CONVENTION, () -> context, registry);
  }

  private static void stop(
      Observation observation, TransactionContext context, Outcome<?> outcome) {
    context.outcome(outcome);
    boolean isDecided =
        outcome instanceof Outcome.Committed
            || (outcome instanceof Outcome.Aborted<?> aborted
                && aborted.cause() == AbortCause.USER);
    if (!isDecided) {
      observation.error(outcome.error());
    }
    observation.stop();
  }

  /**
   * Ends a part of an observation. If a handler throws an exception, logs the exception, so that
   * the caller still gets the outcome.
   */
  private static void after(Runnable end) {
    try {
      end.run();
    } catch (RuntimeException thrown) {
      LOG.log(System.Logger.Level.WARNING, "a handler of an observation has thrown", thrown);
    }
  }

  /** Observes a transaction that the calling thread waits for. */
  private <R extends @Nullable Object> Outcome<R> waitFor(
      TransactionContext context, Function<TransactionOptions, Outcome<R>> transaction) {
    if (registry.isNoop()) {
      return transaction.apply(context.options());
    }
    Observation observation = start(context);
    Observation.Scope scope;
    try {
      scope = observation.openScope();
    } catch (RuntimeException | Error e) {
      after(observation::stop);
      throw e;
    }
    Outcome<R> outcome;
    try {
      outcome = transaction.apply(context.sentOptions());
    } catch (RuntimeException | Error e) {
      after(scope::close);
      after(() -> observation.error(e).stop());
      throw e;
    }
    after(scope::close);
    after(() -> stop(observation, context, outcome));
    return outcome;
  }

  /** Observes a transaction that ends later. */
  private <R extends @Nullable Object> CompletionStage<Outcome<R>> begin(
      TransactionContext context,
      Function<TransactionOptions, CompletionStage<Outcome<R>>> submission) {
    if (registry.isNoop()) {
      return submission.apply(context.options());
    }
    Observation observation = start(context);
    CompletionStage<Outcome<R>> submitted;
    try {
      submitted = submission.apply(context.sentOptions());
    } catch (RuntimeException | Error e) {
      after(() -> observation.error(e).stop());
      throw e;
    }
    var unused = submitted.thenAccept(outcome -> after(() -> stop(observation, context, outcome)));
    // Returns the service's own stage, not a dependent one, because a caller that waits for the own
    // stage may run the service's work.
    return submitted;
  }

  @Override
  public <R extends @Nullable Object> Outcome<R> execute(
      TransactionLogic<R> logic, TransactionOptions options) {
    return waitFor(
        new TransactionContext("logic", null, options), sent -> service.execute(logic, sent));
  }

  @Override
  public void register(Procedure<?, ?> procedure) {
    service.register(procedure);
  }

  @Override
  public <A extends @Nullable Object, R extends @Nullable Object>
      CompletionStage<Outcome<R>> submit(
          Procedure<A, R> procedure, A argument, TransactionOptions options) {
    return begin(
        new TransactionContext("call", procedure.name(), options),
        sent -> service.submit(procedure, argument, sent));
  }

  @Override
  public CompletionStage<Outcome<@Nullable Object>> submit(
      String procedure, @Nullable Object argument, TransactionOptions options) {
    return begin(
        new TransactionContext("call", procedure, options),
        sent -> service.submit(procedure, argument, sent));
  }

  @Override
  public CompletionStage<Outcome<OneShot.Result>> submit(
      OneShot oneShot, TransactionOptions options) {
    return begin(
        new TransactionContext("one-shot", null, options), sent -> service.submit(oneShot, sent));
  }

  @Override
  public <A extends @Nullable Object, R extends @Nullable Object> Outcome<R> call(
      Procedure<A, R> procedure, A argument, TransactionOptions options) {
    return waitFor(
        new TransactionContext("call", procedure.name(), options),
        sent -> service.call(procedure, argument, sent));
  }

  @Override
  public Outcome<OneShot.Result> call(OneShot oneShot, TransactionOptions options) {
    return waitFor(
        new TransactionContext("one-shot", null, options), sent -> service.call(oneShot, sent));
  }

  @Override
  public Snapshot readOnly(SnapshotOptions options) {
    TransactionContext context =
        new TransactionContext(
            "snapshot",
            null,
            TransactionOptions.defaults()
                .withTimeout(options.timeout())
                .withTrace(options.trace()));
    if (registry.isNoop()) {
      return service.readOnly(options);
    }
    Observation observation = start(context);
    Snapshot snapshot;
    try {
      snapshot = service.readOnly(options.withTrace(context.sentOptions().trace()));
    } catch (YardmasterException refused) {
      after(() -> stop(observation, context, new Outcome.Rejected<>(refused)));
      throw refused;
    } catch (RuntimeException | Error e) {
      after(() -> observation.error(e).stop());
      throw e;
    }
    Outcome<?> read = new Outcome.Committed<Object>("", 0, snapshot.version(), 0, null);
    return new ObservedSnapshot(snapshot, () -> after(() -> stop(observation, context, read)));
  }

  @Override
  public boolean isOwnThread() {
    return service.isOwnThread();
  }

  @Override
  public Optional<YardmasterException> refusal() {
    return service.refusal();
  }

  @Override
  public Optional<String> warning() {
    return service.warning();
  }

  @Override
  public CompletionStage<Outcome<TransactionStatus>> status(TransactionId id) {
    return status(id, (TraceContext) null);
  }

  @Override
  public CompletionStage<Outcome<TransactionStatus>> status(
      TransactionId id, @Nullable TraceContext trace) {
    return begin(
        new TransactionContext(
            "status", null, TransactionOptions.defaults().withId(id).withTrace(trace)),
        sent -> service.status(id, sent.trace()));
  }

  @Override
  public void close() {
    service.close();
  }
}
