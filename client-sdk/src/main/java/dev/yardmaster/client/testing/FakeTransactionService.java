package dev.yardmaster.client.testing;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.api.ConflictReport;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.OneShot;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.api.TransactionLogic;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.api.TransactionStatus;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.logic.ProcedureName;
import dev.yardmaster.api.logic.ProcedureRegistry;
import dev.yardmaster.api.logic.RegisteredProcedure;
import dev.yardmaster.api.outcome.OutcomeHorizon;
import dev.yardmaster.client.time.ClientTime;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * A transaction service for unit tests: in memory, without threads and without a network. What is
 * submitted takes place at once, on the calling thread, one transaction after the other; only a
 * lambda may meet another while it runs, and then is run again, as everywhere. It keeps to all that
 * {@link TransactionService} promises.
 *
 * <p>Misfortune happens as it is told: what {@link #failNext}, {@link #loseNext}, {@link
 * #conflictNext} and {@link #delayNext} say is for one transaction each, in the order in which they
 * were said. What was submitted can be looked at.
 *
 * <p>Any thread.
 */
public final class FakeTransactionService implements TransactionService {

  /** For how long outcomes are kept: a server's longest. */
  private static final long RETENTION_MS = Duration.ofDays(7).toMillis();

  private final ClientTime time;
  private final FakeRuns runs;
  private final ProcedureRegistry<RegisteredProcedure> procedures = new ProcedureRegistry<>();
  private final Deque<InjectedFault> misfortunes = new ArrayDeque<>();
  private final List<Submitted> submitted = new ArrayList<>();
  private final Set<Delay> delayed = new LinkedHashSet<>();
  private boolean closed;

  /** What waits for its time. */
  private static final class Delay {
    private final CompletableFuture<Void> over = new CompletableFuture<>();
  }

  /** A service whose time is never looked at, with the limits of a server by default. */
  public FakeTransactionService() {
    this(new ManualTime());
  }

  /** A service that lives in a time which its test moves. */
  public FakeTransactionService(ManualTime time) {
    this(time, System::currentTimeMillis, FakeLimits.defaults());
  }

  /**
   * A service with a time and limits of its own.
   *
   * @param time for timeouts and delays
   * @param epochMs for the age of transaction ids, in ms since the epoch
   */
  public FakeTransactionService(ClientTime time, LongSupplier epochMs, FakeLimits limits) {
    this.time = Objects.requireNonNull(time, "time");
    this.runs = new FakeRuns(this, time, new OutcomeHorizon(epochMs, RETENTION_MS), limits);
    add(OneShot.PROCEDURE);
  }

  // What is to happen.

  /** The next transaction does not take place, for this reason. */
  public void failNext(ErrorCode code) {
    YardmasterException error = new YardmasterException(code, "as the test said");
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
   * The next transactions do not take place, and have this outcome.
   *
   * @throws IllegalArgumentException for a commit, or if there are none
   */
  public synchronized void failNext(int transactions, Outcome<?> outcome) {
    if (transactions < 1 || outcome instanceof Outcome.Committed) {
      throw new IllegalArgumentException(
          "one transaction or more fail, and not by a commit: transactions="
              + transactions
              + ", outcome="
              + outcome);
    }
    for (int i = 0; i < transactions; i++) {
      misfortunes.add(new InjectedFault.Ends(outcome));
    }
  }

  /** The next transaction takes place, and its caller is told {@link Outcome.Unknown}. */
  public synchronized void loseNext() {
    misfortunes.add(new InjectedFault.IsLost());
  }

  /** The first run of the next transaction is discarded, for a conflict on this key. */
  public synchronized void conflictNext(Key key) {
    misfortunes.add(new InjectedFault.Conflicts(Objects.requireNonNull(key, "key")));
  }

  /**
   * The next transaction takes place only after this long, or runs into its timeout if that is
   * sooner. A lambda's caller cannot wait for a time that stands still: it goes on at once, or is
   * told of the timeout.
   */
  public synchronized void delayNext(Duration by) {
    misfortunes.add(new InjectedFault.IsDelayed(Objects.requireNonNull(by, "by")));
  }

  /** What was submitted so far, in its order; queries of a status are not transactions here. */
  public synchronized List<Submitted> submitted() {
    return List.copyOf(submitted);
  }

  private synchronized InjectedFault note(
      String logic, Object argument, TransactionOptions options) {
    submitted.add(new Submitted(logic, argument, options));
    return misfortunes.poll();
  }

  // What happens.

  @Override
  public void register(Procedure<?, ?> procedure) {
    add(procedure);
  }

  private void add(Procedure<?, ?> procedure) {
    boolean unused =
        procedures.add(new RegisteredProcedure(ProcedureName.of(procedure), procedure));
  }

  @Override
  @SuppressWarnings("unchecked") // The procedure gives results of its own type.
  public <A, R> CompletionStage<Outcome<R>> submit(
      Procedure<A, R> procedure, A argument, TransactionOptions options) {
    RegisteredProcedure known = procedures.find(procedure);
    return known == null
        ? CompletableFuture.completedFuture(ProcedureRegistry.unknown(procedure.name()))
        : (CompletionStage<Outcome<R>>) (CompletionStage<?>) begin(known, argument, options);
  }

  @Override
  public CompletionStage<Outcome<Object>> submit(String name, Object argument) {
    RegisteredProcedure known = procedures.find(name);
    return known == null
        ? CompletableFuture.completedFuture(ProcedureRegistry.unknown(name))
        : begin(known, argument, TransactionOptions.defaults());
  }

  private CompletionStage<Outcome<Object>> begin(
      RegisteredProcedure registered, Object argument, TransactionOptions options) {
    InjectedFault fault = note(registered.name(), argument, options);
    if (fault instanceof InjectedFault.IsDelayed wait && !isClosed()) {
      return later(
          wait.by(), options.timeout(), () -> runs.run(registered, argument, options, null));
    }
    return CompletableFuture.completedFuture(
        told(fault, () -> runs.run(registered, argument, options, fault)));
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
    return due.over.thenApply(
        ignored -> {
          synchronized (this) {
            delayed.remove(due);
          }
          return isLate ? FakeRuns.timedOut(0, null) : run.get();
        });
  }

  @SuppressWarnings("unchecked") // An outcome that is no commit has no value.
  private static <R> Outcome<R> told(InjectedFault fault, Supplier<Outcome<R>> run) {
    if (fault instanceof InjectedFault.Ends ends) {
      return (Outcome<R>) ends.outcome();
    }
    Outcome<R> outcome = run.get();
    return fault instanceof InjectedFault.IsLost
        ? new Outcome.Unknown<>(
            new YardmasterException(
                ErrorCode.OUTCOME_UNKNOWN, "the answer was lost, as the test said"))
        : outcome;
  }

  @Override
  public <R> Outcome<R> execute(TransactionLogic<R> logic, TransactionOptions options) {
    Objects.requireNonNull(logic, "logic");
    InjectedFault fault = note(ProcedureName.LAMBDA, null, options);
    if (fault instanceof InjectedFault.IsDelayed wait
        && wait.by().compareTo(options.timeout()) >= 0) {
      return FakeRuns.timedOut(0, null);
    }
    return told(fault, () -> runs.run(logic, options, fault));
  }

  @Override
  @SuppressWarnings("unchecked") // The answer gives a status.
  public synchronized CompletionStage<Outcome<TransactionStatus>> status(TransactionId id) {
    Objects.requireNonNull(id, "id");
    return (CompletionStage<Outcome<TransactionStatus>>)
        (CompletionStage<?>)
            CompletableFuture.completedFuture(runs.status(id, procedures::codecOf));
  }

  synchronized boolean isClosed() {
    return closed;
  }

  static YardmasterException closedError() {
    return new YardmasterException(ErrorCode.CLOSED, "the service is closed");
  }

  /** Takes no more transactions; those that are delayed take place first. */
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

  /** The conflict that a test said, on a key that nothing else is known of. */
  static ConflictReport scripted(InjectedFault fault) {
    return fault instanceof InjectedFault.Conflicts conflict
        ? new ConflictReport(conflict.key(), AbortCause.VALIDATION, 0, 0, 0)
        : null;
  }
}
