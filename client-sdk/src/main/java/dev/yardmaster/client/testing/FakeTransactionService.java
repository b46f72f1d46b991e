package dev.yardmaster.client.testing;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.AbortCause;
import dev.yardmaster.api.ConflictReport;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
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
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.logic.OutcomeStage;
import dev.yardmaster.api.logic.ProcedureName;
import dev.yardmaster.api.logic.ProcedureRegistry;
import dev.yardmaster.api.logic.RegisteredProcedure;
import dev.yardmaster.api.logic.SourcedSnapshot;
import dev.yardmaster.api.outcome.OutcomeHorizon;
import dev.yardmaster.client.time.ClientTime;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A transaction service for unit tests. It works in memory, without threads and without a network.
 * Transactions run immediately, on the calling thread, one after another. Only a lambda can
 * conflict with a concurrent transaction. After a conflict, the lambda runs again, as with any
 * service. The fake service fulfils the contract of {@link TransactionService}.
 *
 * <p>A test injects faults with {@link #failNext}, {@link #loseNext}, {@link #conflictNext} and
 * {@link #delayNext}. Each fault affects one transaction, in the order of the calls. {@link
 * #submitted} returns the submitted transactions.
 *
 * <p>Any thread may call any method.
 */
@Shared(
    writers = "threads that use the service",
    readers = "the same",
    access = "guarded by this object's monitor; lambdas run and stages complete outside of it")
public final class FakeTransactionService implements TransactionService {

  /** The time for which outcomes are kept: the maximum that a server allows. */
  private static final long RETENTION_MS = Duration.ofDays(7).toMillis();

  /** The maximum number of open snapshots, which is a server's default. */
  private static final int MAX_SNAPSHOTS = 64;

  private final ClientTime time;
  private final FakeRuns runs;
  private final ProcedureRegistry<RegisteredProcedure> procedures = new ProcedureRegistry<>();
  private final Deque<InjectedFault> misfortunes = new ArrayDeque<>();
  private final List<Submitted> submitted = new ArrayList<>();
  private final Set<Delay> delayed = new LinkedHashSet<>();
  private final Set<FakeSnapshot> snapshots = new LinkedHashSet<>();
  private boolean closed;

  /** A transaction that waits until its delay has passed. */
  private static final class Delay {
    private final CompletableFuture<Void> over = new CompletableFuture<>();
  }

  /** Creates a service with the default limits of a server. The service's clock stands still. */
  public FakeTransactionService() {
    this(new ManualTime());
  }

  /**
   * Creates a service with the default limits of a server. The test advances the service's clock.
   */
  public FakeTransactionService(ManualTime time) {
    this(time, System::currentTimeMillis, FakeLimits.defaults());
  }

  /**
   * Creates a service with a clock and limits.
   *
   * @param time the clock for timeouts and delays
   * @param epochMs the clock for the age of transaction ids, in ms since the epoch
   */
  public FakeTransactionService(ClientTime time, LongSupplier epochMs, FakeLimits limits) {
    this.time = Objects.requireNonNull(time, "time");
    this.runs = new FakeRuns(this, time, new OutcomeHorizon(epochMs, RETENTION_MS), limits);
    add(OneShot.PROCEDURE);
  }

  /** Makes the next transaction fail with this code instead of running. */
  public void failNext(ErrorCode code) {
    YardmasterException error = new YardmasterException(code, "injected by the test");
    failNext(
        1,
        switch (code.category()) {
          case UNKNOWN -> new Outcome.Unknown<>(error);
          case ABORTED ->
              code == ErrorCode.ABORTED
                  ? new Outcome.Aborted<>(AbortCause.VALIDATION, error.text(), 0, null)
                  : new Outcome.Rejected<>(error);
          default -> new Outcome.Rejected<>(error);
        });
  }

  /**
   * Makes the next {@code transactions} transactions end with this outcome instead of running.
   *
   * @throws IllegalArgumentException if the outcome is a commit, or the number is below 1
   */
  public synchronized void failNext(int transactions, Outcome<?> outcome) {
    if (transactions < 1 || outcome instanceof Outcome.Committed) {
      throw new IllegalArgumentException(
          "at least 1 transaction must fail, with an outcome other than a commit: transactions="
              + transactions
              + ", outcome="
              + outcome);
    }
    for (int i = 0; i < transactions; i++) {
      misfortunes.add(new InjectedFault.Ends(outcome));
    }
  }

  /** Makes the next transaction commit, but return {@link Outcome.Unknown} to its caller. */
  public synchronized void loseNext() {
    misfortunes.add(new InjectedFault.IsLost());
  }

  /** Makes a conflict on this key discard the first run of the next transaction. */
  public synchronized void conflictNext(Key key) {
    misfortunes.add(new InjectedFault.Conflicts(Objects.requireNonNull(key, "key")));
  }

  /**
   * Delays the next transaction by this time, or until its timeout if the timeout is shorter. The
   * caller of a lambda does not wait if the clock stands still; the lambda then either runs
   * immediately or times out immediately.
   */
  public synchronized void delayNext(Duration by) {
    misfortunes.add(new InjectedFault.IsDelayed(Objects.requireNonNull(by, "by")));
  }

  /** Returns the submitted transactions in order, without status queries. */
  public synchronized List<Submitted> submitted() {
    return List.copyOf(submitted);
  }

  private synchronized InjectedFault note(
      String logic, @Nullable Object argument, TransactionOptions options) {
    submitted.add(new Submitted(logic, argument, options));
    return misfortunes.poll();
  }

  @Override
  public void register(Procedure<?, ?> procedure) {
    add(procedure);
  }

  private void add(Procedure<?, ?> procedure) {
    boolean unused =
        procedures.add(new RegisteredProcedure(ProcedureName.of(procedure), procedure));
  }

  @Override
  // The cast is safe, because the procedure returns results of its own type.
  @SuppressWarnings("unchecked")
  public <A extends @Nullable Object, R extends @Nullable Object>
      CompletionStage<Outcome<R>> submit(
          Procedure<A, R> procedure, A argument, TransactionOptions options) {
    RegisteredProcedure known = procedures.find(procedure);
    return known == null
        ? CompletableFuture.completedFuture(ProcedureRegistry.unknown(procedure.name()))
        : (CompletionStage<Outcome<R>>) (CompletionStage<?>) begin(known, argument, options);
  }

  @Override
  public CompletionStage<Outcome<@Nullable Object>> submit(
      String name, @Nullable Object argument, TransactionOptions options) {
    RegisteredProcedure known = procedures.find(name);
    return known == null
        ? CompletableFuture.completedFuture(ProcedureRegistry.unknown(name))
        : begin(known, argument, options);
  }

  private CompletionStage<Outcome<Object>> begin(
      RegisteredProcedure registered, @Nullable Object argument, TransactionOptions options) {
    InjectedFault fault = note(registered.name(), argument, options);
    if (fault instanceof InjectedFault.IsDelayed wait && !isClosed()) {
      return later(
          wait.by(), options.timeout(), () -> runs.run(registered, argument, options, null));
    }
    return CompletableFuture.completedFuture(
        withFault(fault, () -> runs.run(registered, argument, options, fault)));
  }

  private CompletionStage<Outcome<Object>> later(
      Duration by, Duration timeout, Supplier<Outcome<Object>> run) {
    boolean isLate = by.compareTo(timeout) >= 0;
    Delay due = new Delay();
    synchronized (this) {
      delayed.add(due);
    }
    time.later(
        () -> due.over.complete(null), (isLate ? timeout : by).toNanos(), TimeUnit.NANOSECONDS);
    OutcomeStage<Object> stage = new OutcomeStage<>();
    var unused =
        due.over.thenRun(
            () -> {
              synchronized (this) {
                delayed.remove(due);
              }
              stage.end(isLate ? FakeRuns.timedOut(0, null) : run.get());
            });
    return stage;
  }

  @SuppressWarnings("unchecked") // The cast is safe, because only a commit has a value.
  private static <R> Outcome<R> withFault(InjectedFault fault, Supplier<Outcome<R>> run) {
    if (fault instanceof InjectedFault.Ends ends) {
      return (Outcome<R>) ends.outcome();
    }
    Outcome<R> outcome = run.get();
    return fault instanceof InjectedFault.IsLost
        ? new Outcome.Unknown<>(
            new YardmasterException(
                ErrorCode.OUTCOME_UNKNOWN, "the answer was lost, injected by the test"))
        : outcome;
  }

  @Override
  public <R extends @Nullable Object> Outcome<R> execute(
      TransactionLogic<R> logic, TransactionOptions options) {
    Objects.requireNonNull(logic, "logic");
    InjectedFault fault = note(ProcedureName.LAMBDA, null, options);
    if (fault instanceof InjectedFault.IsDelayed wait
        && wait.by().compareTo(options.timeout()) >= 0) {
      return FakeRuns.timedOut(0, null);
    }
    return withFault(fault, () -> runs.run(logic, options, fault));
  }

  @Override
  @SuppressWarnings("unchecked") // The cast is safe, because the answer's value is a status.
  public synchronized CompletionStage<Outcome<TransactionStatus>> status(TransactionId id) {
    Objects.requireNonNull(id, "id");
    return (CompletionStage<Outcome<TransactionStatus>>)
        (CompletionStage<?>)
            CompletableFuture.completedFuture(runs.status(id, procedures::codecOf));
  }

  @Override
  public synchronized Snapshot readOnly(SnapshotOptions options) {
    Objects.requireNonNull(options, "options");
    if (closed) {
      throw closedError();
    }
    if (snapshots.size() == MAX_SNAPSHOTS) {
      throw new YardmasterException(
          ErrorCode.OVERLOADED, "too many snapshots are open", "limit", MAX_SNAPSHOTS);
    }
    FakeSnapshot snapshot = new FakeSnapshot(this, runs.copy(), time, options);
    snapshots.add(snapshot);
    return new SourcedSnapshot(snapshot);
  }

  @Override
  public synchronized Optional<YardmasterException> refusal() {
    return closed ? Optional.of(closedError()) : Optional.empty();
  }

  synchronized void closed(FakeSnapshot snapshot) {
    snapshots.remove(snapshot);
  }

  synchronized boolean isClosed() {
    return closed;
  }

  static YardmasterException closedError() {
    return new YardmasterException(ErrorCode.CLOSED, "the service is closed");
  }

  /** Runs the delayed transactions. The service then accepts no transactions. */
  @Override
  public void close() {
    List<Delay> left;
    synchronized (this) {
      left = List.copyOf(delayed);
    }
    left.forEach(due -> due.over.complete(null));
    synchronized (this) {
      closed = true;
    }
  }

  /**
   * Returns the conflict report for an injected conflict. The report contains only the key of the
   * conflict.
   */
  static @Nullable ConflictReport scripted(InjectedFault fault) {
    return fault instanceof InjectedFault.Conflicts conflict
        ? new ConflictReport(conflict.key(), AbortCause.VALIDATION, 0, 0, 0)
        : null;
  }
}
