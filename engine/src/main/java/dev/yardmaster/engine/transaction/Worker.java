package dev.yardmaster.engine.transaction;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.api.logic.UserAbort;
import dev.yardmaster.engine.protocol.Access;
import dev.yardmaster.engine.protocol.AccessSet;
import dev.yardmaster.engine.protocol.Attempt;
import dev.yardmaster.engine.protocol.ConcurrencyControl;
import dev.yardmaster.engine.protocol.Conflict;
import dev.yardmaster.engine.protocol.Isolation;
import dev.yardmaster.engine.protocol.Pace;
import dev.yardmaster.engine.protocol.Protocol;
import dev.yardmaster.engine.protocol.SuspendedTransactions;
import dev.yardmaster.engine.protocol.WorkerContext;
import dev.yardmaster.history.HistoryRecorder;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Runs transactions one after the other. Between transactions, the worker removes deleted records
 * and frees garbage. One thread at a time uses a worker.
 *
 * <p>An attempt of a transaction runs from start to end in one call of {@link #attempt}, or in
 * steps: one call of {@link #open}, then {@link #step} for each step, then {@link #finish} or
 * {@link #abandon}. Between two steps the transaction keeps its locks, and the worker is in no
 * epoch. If another transaction waits for these locks, and the suspended transaction must give way,
 * the worker of the waiting transaction aborts the suspended transaction. The next step of the
 * suspended transaction then returns {@link AttemptResult#CONFLICT}.
 */
public final class Worker {

  /** The number of attempts between two calls of {@link #tidy}. */
  private static final int TIDY_EVERY = 16;

  /** The result of {@link #validate} if the attempt must abort. */
  private static final long ABORTED = -1;

  /**
   * The shift from ns to the units of an age, which are 16 ns. An age consists of the time from the
   * creation of the engine's first worker to the transaction's arrival, and the worker's number.
   * Ages rise with time, are not negative, and wrap around after 4 years. Transactions that begin
   * after the wrap-around count as older than transactions that began before it and are still
   * running.
   */
  private static final int AGE_UNIT_SHIFT = 4;

  private static final long AGE_MASK = Long.MAX_VALUE / WorkerContext.MAX_WORKERS;

  /**
   * The logic of the first step of a transaction that runs in steps. It does nothing and declares
   * no keys.
   */
  private static final RecordLogic UNDECLARED = none -> {};

  private final Protocol protocol;
  private final WorkerContext context;
  private final ConcurrencyControl control;
  private final EngineTransaction transaction;
  private final Pace pace;
  private final AccessSet accesses;
  private final GhostRecords ghosts = new GhostRecords();
  private final Attempt attempt = new Attempt();
  private final OpenAttempt openAttempt = new OpenAttempt();
  private final WorkerCounts counts = new WorkerCounts();
  private final @Nullable CommitListener listener;
  private final @Nullable ReadImages images;
  private final @Nullable HistoryOfWorker history;
  private final boolean hasAges;
  private @Nullable PhaseTimes times;
  private int attemptsSinceTidy;
  private boolean attempting;
  private long begunNs;
  private long transactions;
  private @Nullable Throwable failure;

  /**
   * Creates a worker.
   *
   * @param listener receives each commit of the worker; null for no listener
   * @param recorder records each commit of the worker; null for no recording
   */
  public Worker(
      Protocol protocol,
      WorkerContext context,
      @Nullable CommitListener listener,
      @Nullable HistoryRecorder recorder) {
    this.protocol = protocol;
    this.context = context;
    this.listener = listener;
    control = protocol.control(context);
    images = recorder == null ? null : new ReadImages();
    history = recorder == null ? null : new HistoryOfWorker(recorder, images);
    transaction = new EngineTransaction(protocol, context, control, listener, images);
    pace = context.pace();
    accesses = context.accesses();
    hasAges = protocol.usesAges();
    if (listener != null) {
      context.reservesBy(() -> listener.reserve(accesses));
    }
  }

  /**
   * Returns a loader that uses the slots of this worker. The loader may be used only before the
   * workers run transactions.
   */
  public Loader loader() {
    return new Loader(protocol, context, listener, true);
  }

  /** Returns the context of this worker. */
  public WorkerContext context() {
    return context;
  }

  /**
   * Returns the counts of this worker's attempts and of its garbage. Any thread may call this
   * method.
   */
  public WorkerCounts counts() {
    return counts;
  }

  /**
   * Starts or stops timing the phases of transactions. The caller must call this method between
   * transactions.
   *
   * @param into receives the times; null stops the timing
   */
  public void time(@Nullable PhaseTimes into) {
    requireIdle();
    times = into;
    context.time(into == null ? null : into.waits());
  }

  /**
   * Begins a new transaction that arrives at the time of the call. The caller then runs the
   * attempts of the transaction.
   */
  public void begin() {
    begin(hasAges ? pace.nowNs() : 0);
  }

  /**
   * Begins a new transaction. The transaction's age is computed from the time of its arrival.
   *
   * @param arrivedNs the time at which the request arrived, by the clock of the worker's pace;
   *     ignored if the protocol does not use ages. If an interactive transaction consists of
   *     several engine transactions, all of them have the same arrival
   */
  public void begin(long arrivedNs) {
    requireIdle();
    transactions++;
    if (history != null) {
      begunNs = pace.nowNs();
    }
    attempt.first(hasAges ? age(arrivedNs) : 0);
  }

  /**
   * Begins a new transaction with a deadline. The transaction's age is computed from the arrival,
   * or from the deadline if the protocol uses deadlines.
   *
   * @param arrivedNs the arrival, as in {@link #begin(long)}
   * @param deadlineNs the deadline, by the same clock
   */
  public void begin(long arrivedNs, long deadlineNs) {
    begin(protocol.usesDeadlines() ? deadlineNs : arrivedNs);
  }

  private long age(long arrivedNs) {
    long unit = Math.max(0, arrivedNs - context.originNs()) >> AGE_UNIT_SHIFT;
    return (unit & AGE_MASK) * WorkerContext.MAX_WORKERS + context.worker();
  }

  private void requireIdle() {
    if (attempting) {
      throw new IllegalStateException(
          "the worker is in the middle of a transaction: worker=" + context.worker());
    }
  }

  /**
   * Runs a transaction until it commits or its logic decides to abort. In the second case, {@link
   * #failure} returns the exception with which the logic aborted. If the logic throws another
   * exception and its reads are valid, this method throws the same exception.
   *
   * @return the number of restarts
   */
  public int run(RecordLogic logic) {
    begin();
    while (attempt(logic) == AttemptResult.CONFLICT) {
      again();
    }
    if (failure != null) {
      throwFailure();
    }
    return attempt.restarts();
  }

  private void throwFailure() {
    if (failure instanceof UserAbort) {
      return;
    }
    if (failure instanceof RuntimeException thrown) {
      throw thrown;
    }
    if (failure instanceof Error thrown) {
      throw thrown;
    }
    throw new IllegalStateException("the logic threw a checked exception", failure);
  }

  /**
   * Prepares the next attempt of the current transaction: pauses. The transaction keeps its age.
   */
  public void again() {
    requireIdle();
    attempt.again();
    long abortedNs = times == null ? 0 : pace.nowNs();
    pace.restart(attempt.restarts(), hasAges);
    if (times != null) {
      times.paused(pace.nowNs() - abortedNs);
    }
  }

  /**
   * Runs the logic of the current transaction once. If the {@link CommitListener} throws an
   * exception, this method throws the same exception, and the transaction has had no effect.
   */
  public AttemptResult attempt(RecordLogic logic) {
    attempt.keys(logic);
    attempt.group(logic.group());
    beginAttempt(logic.isReadOnly(), logic.isolation(), false);
    return runInEpoch(logic, true, true);
  }

  /**
   * Begins an attempt that runs in steps.
   *
   * @throws IllegalStateException if the protocol cannot suspend a transaction
   */
  public void open() {
    if (!protocol.canSuspend()) {
      throw new IllegalStateException(
          "the protocol cannot suspend a transaction between steps: protocol=" + protocol.name());
    }
    attempt.keys(UNDECLARED);
    attempt.group(UNDECLARED.group());
    beginAttempt(false, Isolation.SERIALIZABLE, true);
    var unused = runInEpoch(UNDECLARED, true, false);
  }

  /**
   * Runs a step. Returns {@link AttemptResult#SUSPENDED} if the attempt continues. Otherwise the
   * attempt has ended, because of a conflict or because the logic threw an exception.
   */
  public AttemptResult step(RecordLogic logic) {
    return resume() ? runInEpoch(logic, false, false) : AttemptResult.CONFLICT;
  }

  /** Runs the last step and then commits, like {@link #attempt}. */
  public AttemptResult finish(RecordLogic logic) {
    if (!resume()) {
      return AttemptResult.CONFLICT;
    }
    attempt.maySuspend(false);
    return runInEpoch(logic, false, true);
  }

  /** Aborts an attempt that runs in steps. */
  public void abandon() {
    if (resume()) {
      openAttempt.abort();
      attempting = false;
      counts.countAbort(AbortCause.USER);
      if (times != null) {
        times.aborted(pace.nowNs());
      }
    }
  }

  /**
   * Resumes the attempt. Returns false if another worker has aborted the attempt while it was
   * suspended.
   */
  private boolean resume() {
    if (!attempting) {
      throw new IllegalStateException("no attempt is open: worker=" + context.worker());
    }
    boolean resumed = context.suspended().resume(context.worker(), openAttempt, pace);
    if (!resumed) {
      attempting = false;
      counts.countConflict(context.indexConflicts());
      if (times != null) {
        times.aborted(pace.nowNs());
      }
    }
    return resumed;
  }

  private void beginAttempt(boolean isReadOnly, Isolation isolation, boolean inSteps) {
    requireIdle();
    if (++attemptsSinceTidy == TIDY_EVERY) {
      attemptsSinceTidy = 0;
      tidy();
    }
    if (listener != null) {
      listener.beginning();
    }
    failure = null;
    attempting = true;
    counts.countAttempt();
    attempt.reads(isReadOnly, isolation);
    transaction.isolation(isolation);
    attempt.maySuspend(inSteps);
  }

  /** Runs one step of the attempt, which may be its first step, its last step, or both. */
  private AttemptResult runInEpoch(RecordLogic logic, boolean isFirst, boolean isLast) {
    AttemptResult result = null;
    var unused = context.member().enter();
    try {
      result = run(logic, isFirst, isLast);
    } finally {
      if (result != AttemptResult.SUSPENDED) {
        transaction.end();
        attempting = false;
      }
      if (result == null) {
        counts.countFailure();
      }
      context.member().exit();
    }
    if (result == AttemptResult.SUSPENDED) {
      context.suspended().suspend(context.worker(), openAttempt);
      return result;
    }
    count(result);
    if (result != AttemptResult.CONFLICT && listener != null) {
      listener.ended();
    }
    return result;
  }

  private void count(AttemptResult ended) {
    switch (ended) {
      case COMMITTED -> counts.countCommit();
      case CONFLICT -> counts.countConflict(context.indexConflicts());
      case FAILED -> {
        if (failure instanceof UserAbort) {
          counts.countAbort(AbortCause.USER);
        } else {
          counts.countFailure();
        }
      }
      case SUSPENDED -> throw new IllegalArgumentException("the attempt has not ended");
    }
  }

  private AttemptResult run(RecordLogic logic, boolean isFirst, boolean isLast) {
    long version = ABORTED;
    try {
      if (isFirst) {
        context.begin();
        if (times != null) {
          times.begin(pace.nowNs());
        }
      }
      if ((!isFirst || begins()) && runLogic(logic) && !context.hasConflict()) {
        if (!isLast && failure == null) {
          return AttemptResult.SUSPENDED;
        }
        version = validate();
      }
      if (version != ABORTED && failure == null && listener != null) {
        listener.committing(version, accesses);
      }
    } catch (Throwable thrown) {
      letGo();
      throw thrown;
    }
    if (version == ABORTED || failure != null) {
      if (version != ABORTED && listener != null) {
        listener.failed(accesses);
      }
      letGo();
      if (times != null) {
        times.aborted(pace.nowNs());
      }
      return version == ABORTED ? AttemptResult.CONFLICT : AttemptResult.FAILED;
    }
    try {
      control.commit(version);
    } finally { // Even after a bug, the reserved space must be filled.
      if (listener != null) {
        listener.committed(accesses);
      }
    }
    if (times != null) {
      times.committed(pace.nowNs());
    }
    if (history != null) {
      record(version);
    }
    if (transaction.hasDeleted()) {
      noteDeleted();
    }
    return AttemptResult.COMMITTED;
  }

  /** Begins the attempt. Returns false after a conflict. */
  private boolean begins() {
    try {
      control.begin(attempt);
      return true;
    } catch (Conflict conflict) {
      return false;
    }
  }

  private void record(long version) {
    HistoryOfWorker into = Objects.requireNonNull(history);
    if (attempt.readsCommitted()) {
      into.recordReads(transactions, begunNs, pace.nowNs(), accesses);
      transactions += accesses.size();
    } else {
      into.record(transactions, begunNs, pace.nowNs(), version, accesses);
    }
  }

  /** Validates the transaction. Returns the transaction's commit version, or {@link #ABORTED}. */
  private long validate() {
    pace.requestCommit();
    if (times != null) {
      times.validating(pace.nowNs());
    }
    long version = ABORTED;
    if (control.lock()) {
      long decided = control.decide();
      var unused = context.reserve(); // Has no effect if decide() has already reserved.
      version = control.check(decided) ? decided : ABORTED;
    }
    if (times != null) {
      times.validated(pace.nowNs());
    }
    return version;
  }

  /**
   * Runs the logic. Returns true if the logic ended normally or threw an exception other than a
   * conflict, and false after a conflict.
   */
  private boolean runLogic(RecordLogic logic) {
    transaction.open();
    try {
      logic.run(transaction);
      failure = transaction.decision();
      if (failure == null) {
        transaction.settleIndexes();
      }
      return true;
    } catch (Conflict conflict) {
      return false;
    } catch (Throwable thrown) {
      failure = transaction.decision() == null ? thrown : transaction.decision();
      return true;
    } finally {
      transaction.close();
    }
  }

  /** The interface of the suspended attempt for a thread that takes it over. */
  private final class OpenAttempt implements SuspendedTransactions.Suspended {

    @Override
    public boolean isOver() {
      return control.isWounded() || pace.givesUp();
    }

    @Override
    public void abort() {
      letGo();
      transaction.end();
    }
  }

  private void letGo() {
    control.abort();
    ghosts.addAll(transaction.created());
    if (listener != null) {
      listener.aborted();
    }
  }

  private void noteDeleted() {
    for (int i = 0; i < accesses.size(); i++) {
      Access access = accesses.get(i);
      if (access.operation() == Access.Operation.DELETE) {
        ghosts.add(access.table(), access.key(), access.rest(), access.record());
      }
    }
  }

  /**
   * Returns the exception with which the logic ended an attempt with the result {@link
   * AttemptResult#FAILED}.
   */
  public @Nullable Throwable failure() {
    return failure;
  }

  /** Returns the number of restarts of the current transaction. */
  public int restarts() {
    return attempt.restarts();
  }

  /**
   * Removes the index entries of permanently absent records, and frees slots that no thread can
   * reach any more. If much garbage has accumulated, for example during a long transaction, one
   * call removes only a limited part of it. The caller must call this method between transactions.
   * The worker itself calls this method after every {@link #TIDY_EVERY} attempts. While a worker is
   * idle, its thread calls this method until {@link #isTidy} returns true.
   */
  public void tidy() {
    requireIdle();
    var unused = context.member().enter();
    try {
      ghosts.reclaim(control, context);
      control.maintain();
    } finally {
      context.member().exit();
    }
    context.epochs().tryAdvance();
    context.free();
    counts.setWaiting(control.oldVersions(), ghosts.size(), context.waiting());
  }

  /**
   * Returns whether the worker has no garbage: no records to remove, no old versions and no slots
   * to free.
   */
  public boolean isTidy() {
    return ghosts.size() == 0 && control.isTidy() && context.waiting() == 0;
  }
}
