package dev.yardmaster.client;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.OneShot;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.Snapshot;
import dev.yardmaster.api.SnapshotOptions;
import dev.yardmaster.api.TraceContext;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.api.TransactionIds;
import dev.yardmaster.api.TransactionLogic;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.api.TransactionStatus;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.logic.Failures;
import dev.yardmaster.api.logic.SourcedSnapshot;
import dev.yardmaster.client.connection.ConnectionPool;
import dev.yardmaster.client.connection.ConnectionSettings;
import dev.yardmaster.client.connection.Transport;
import dev.yardmaster.client.time.ClientTime;
import dev.yardmaster.client.time.RetryDelays;
import java.security.SecureRandom;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A transaction service whose transactions run at a server. For its caller, the service behaves
 * like a {@code Pipeline} in the same process. Procedures run at the server. {@link #register} only
 * gives the client the codecs of a procedure's arguments and results; the procedure itself must be
 * registered at the server.
 *
 * <p>The client retries a transaction according to the {@link RetryPolicy} in two cases: the
 * transaction certainly did not commit, or it has an id, so that it commits at most once. If the
 * connection is lost while a transaction without an id may be committing, the transaction ends as
 * {@link Outcome.Unknown}.
 *
 * <p>The client owns {@link ClientConfig.Builder#threads} threads until {@link #close} returns, and
 * threads that look up host names while it connects. No transaction blocks one of these threads.
 * The stages of outcomes complete on these threads, and dependent stages must not block the
 * threads.
 */
public final class YardmasterClient implements TransactionService {

  /** The interval at which a waiting thread checks whether the client is closed, in ns. */
  private static final long LOOK_NS = 200_000;

  private final ClientConfig config;
  private final Transport transport;
  private final ConnectionPool pool;
  private final ClientState state;
  private final TransactionIds ids;
  private final RemoteCalls calls;

  private YardmasterClient(ClientConfig config, Transport transport) {
    this.config = config;
    this.transport = transport;
    ClientTime time = config.time == null ? transport.time() : config.time;
    RandomGenerator random = config.random == null ? new SecureRandom() : config.random;
    RetryDelays delays =
        new RetryDelays(config.retries.shortestDelayMs(), config.retries.longestDelayMs(), random);
    pool =
        new ConnectionPool(
            new ConnectionSettings(
                config.name,
                config.token,
                config.tls,
                (int) config.connectTimeout.toMillis(),
                (int) config.pingInterval.toMillis(),
                config.maxOutstanding,
                time),
            config.addresses,
            config.connections,
            transport,
            delays);
    state = new ClientState(pool, config.retries, delays, time, transport, config.maxOutstanding);
    ids = new TransactionIds(time::epochMs, random::nextLong);
    calls = new RemoteCalls(state, this::withId);
    register(OneShot.PROCEDURE);
    pool.start(state::connectionArrived);
  }

  /**
   * Connects to the servers, and waits until one connection accepts requests. In a cluster, this is
   * a connection to the leader.
   *
   * @throws YardmasterException {@link ErrorCode#UNAVAILABLE} if no server greets a connection
   *     within {@link ClientConfig.Builder#connectTimeout}; {@link ErrorCode#NOT_LEADER} if servers
   *     of a cluster greet the client, but none of them is the leader; {@link
   *     ErrorCode#UNAUTHENTICATED} or {@link ErrorCode#UNSUPPORTED_VERSION} if a server refuses the
   *     connection
   */
  public static YardmasterClient connect(ClientConfig config) {
    YardmasterClient client =
        over(config, new TcpTransport(config.threads, (int) config.connectTimeout.toMillis()));
    client.awaitReady();
    return client;
  }

  /** Waits until one connection accepts requests. If this fails, the client is closed. */
  void awaitReady() {
    long deadlineNs = transport.time().nowNs() + config.connectTimeout.toNanos();
    awaitUntil(deadlineNs, () -> pool.size() > 0 || RetryState.isFinal(pool.failure()));
    if (pool.size() == 0) {
      YardmasterException failure = pool.failure();
      close();
      throw failure;
    }
  }

  /**
   * Creates a client that uses the given transport instead of TCP sockets. The client starts to
   * connect, and this method returns immediately.
   *
   * @param transport the transport; the client owns the transport, and closes it at the end
   */
  public static YardmasterClient over(ClientConfig config, Transport transport) {
    return new YardmasterClient(config, transport);
  }

  ClientState state() {
    return state;
  }

  /** Returns the number of connections that accept requests at the moment. */
  public int connections() {
    return pool.size();
  }

  @Override
  public void register(Procedure<?, ?> procedure) {
    calls.register(procedure);
  }

  @Override
  public <A extends @Nullable Object, R extends @Nullable Object>
      CompletionStage<Outcome<R>> submit(
          Procedure<A, R> procedure, A argument, TransactionOptions options) {
    return calls.submit(procedure, argument, options);
  }

  @Override
  public CompletionStage<Outcome<@Nullable Object>> submit(
      String name, @Nullable Object argument, TransactionOptions options) {
    return calls.submit(name, argument, options);
  }

  @Override
  public CompletionStage<Outcome<OneShot.Result>> submit(
      OneShot oneShot, TransactionOptions options) {
    return calls.submit(oneShot, options);
  }

  @Override
  public CompletionStage<Outcome<TransactionStatus>> status(TransactionId id) {
    return status(id, (TraceContext) null);
  }

  @Override
  public CompletionStage<Outcome<TransactionStatus>> status(
      TransactionId id, @Nullable TraceContext trace) {
    return calls.status(id, trace);
  }

  private TransactionOptions withId(TransactionOptions options) {
    return options.id() == null && config.exactlyOnce ? options.withId(ids.next()) : options;
  }

  @Override
  public <R extends @Nullable Object> Outcome<R> execute(
      TransactionLogic<R> logic, TransactionOptions options) {
    Objects.requireNonNull(logic, "logic");
    if (isOwnThread()) {
      return new Outcome.Rejected<>(Failures.wrongThread("client"));
    }
    YardmasterException refusal = state.begin();
    if (refusal != null) {
      return new Outcome.Rejected<>(refusal);
    }
    try {
      Outcome<R> outcome = new LogicRun<>(state, logic, withId(options)).run();
      state.counters().ended(outcome);
      return outcome;
    } finally {
      state.ended();
    }
  }

  /** Submits logic that does not block, with the default options. */
  public <R extends @Nullable Object> CompletionStage<Outcome<R>> submit(AsyncLogic<R> logic) {
    return submit(logic, TransactionOptions.defaults());
  }

  /**
   * Submits logic that does not block. The first run of the logic starts on the calling thread, and
   * this method returns when the logic has returned its stage. The stage that this method returns
   * completes in the same way as for a procedure. The logic runs again after a conflict, like a
   * lambda.
   */
  public <R extends @Nullable Object> CompletionStage<Outcome<R>> submit(
      AsyncLogic<R> logic, TransactionOptions options) {
    Objects.requireNonNull(logic, "logic");
    TransactionOptions bounds = withId(options);
    YardmasterException refusal = state.begin();
    if (refusal != null) {
      return CompletableFuture.completedFuture(new Outcome.Rejected<>(refusal));
    }
    AsyncRun<R> run = new AsyncRun<>(state, logic, bounds, state.attempts("", bounds), false);
    run.begin();
    return run.stage();
  }

  /**
   * Begins a transaction that its caller controls. The option for the maximum number of attempts is
   * ignored, because there is only one attempt.
   *
   * @throws YardmasterException {@link ErrorCode#OVERLOADED} or {@link ErrorCode#CLOSED} if the
   *     client accepts no more transactions
   */
  public TransactionHandle begin(TransactionOptions options) {
    TransactionOptions bounds = withId(options).withMaxAttempts(1);
    YardmasterException refusal = state.begin();
    if (refusal != null) {
      throw refusal;
    }
    return TransactionHandle.begin(this, state, bounds);
  }

  /**
   * Opens a snapshot of the server's data over one of the connections. The snapshot ends with its
   * connection: later reads fail with {@link ErrorCode#UNAVAILABLE}. The server may shorten the
   * timeout. The server also ends a snapshot without reads for some time.
   */
  @Override
  public Snapshot readOnly(SnapshotOptions options) {
    return new SourcedSnapshot(
        RemoteSnapshot.open(state, Objects.requireNonNull(options, "options")));
  }

  @Override
  public Optional<YardmasterException> refusal() {
    if (state.isClosed()) {
      return Optional.of(ClientState.closed());
    }
    return pool.size() > 0 ? Optional.empty() : Optional.of(pool.failure());
  }

  @Override
  public boolean isOwnThread() {
    return transport.isOwnThread();
  }

  @Override
  public void close() {
    if (isOwnThread()) {
      Thread background = new Thread(this::close, "yardmaster-client-closer");
      background.setDaemon(true);
      background.start();
      return;
    }
    state.close();
    long deadlineNs = transport.time().nowNs() + config.closeTimeout.toNanos();
    awaitUntil(deadlineNs, () -> state.outstanding() == 0);
    state.endRunning();
    pool.finish();
    awaitUntil(deadlineNs, pool::isEmpty);
    pool.close();
    transport.close();
  }

  private void awaitUntil(long deadlineNs, BooleanSupplier done) {
    boolean interrupted = false;
    while (!done.getAsBoolean() && transport.time().nowNs() - deadlineNs < 0) {
      try {
        transport.await(new CompletableFuture<>(), LOOK_NS);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
