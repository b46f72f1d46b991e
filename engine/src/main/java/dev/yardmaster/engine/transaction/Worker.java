package dev.yardmaster.engine.transaction;

import dev.yardmaster.engine.protocol.Access;
import dev.yardmaster.engine.protocol.AccessSet;
import dev.yardmaster.engine.protocol.Attempt;
import dev.yardmaster.engine.protocol.ConcurrencyControl;
import dev.yardmaster.engine.protocol.Conflict;
import dev.yardmaster.engine.protocol.Pace;
import dev.yardmaster.engine.protocol.Protocol;
import dev.yardmaster.engine.protocol.WorkerContext;
import dev.yardmaster.history.HistoryRecorder;

/**
 * Runs transactions from start to end, one after the other, and tidies up between them. Used by one
 * thread at a time.
 */
public final class Worker {

  /** Attempts between two times of tidying up. */
  private static final int TIDY_EVERY = 64;

  /** Ages rise with time, are not negative, and have the worker's number in them. */
  private static final long AGE_MASK = (1L << 54) - 1;

  private final Protocol protocol;
  private final WorkerContext context;
  private final ConcurrencyControl control;
  private final EngineTransaction transaction;
  private final Pace pace;
  private final AccessSet accesses;
  private final Ghosts ghosts = new Ghosts();
  private final Attempt attempt = new Attempt();
  private final CommitListener listener;
  private final ReadImages images;
  private final HistoryOfWorker history;
  private int attemptsSinceTidy;
  private long begunNs;
  private long transactions;
  private Throwable failure;

  /**
   * A worker.
   *
   * @param listener learns of commits; null for nobody
   * @param recorder records what commits; null for nothing
   */
  public Worker(
      Protocol protocol, WorkerContext context, CommitListener listener, HistoryRecorder recorder) {
    this.protocol = protocol;
    this.context = context;
    this.listener = listener;
    control = protocol.control(context);
    images = recorder == null ? null : new ReadImages();
    history = recorder == null ? null : new HistoryOfWorker(recorder, images);
    transaction = new EngineTransaction(protocol, context, control, images);
    pace = context.pace();
    accesses = context.accesses();
  }

  /** Fills tables with this worker's slots, before any worker runs transactions. */
  public Loader loader() {
    return new Loader(protocol, context);
  }

  /** What the protocol was handed. */
  public WorkerContext context() {
    return context;
  }

  /** Begins another transaction; its attempts follow. */
  public void begin(boolean readOnly) {
    begunNs = pace.nowNs();
    attempt.first((begunNs & AGE_MASK) * WorkerContext.MAX_WORKERS + context.worker(), readOnly);
    transactions++;
  }

  /**
   * Runs a transaction until it commits or its logic fails.
   *
   * @return how often it was aborted and run again
   */
  public int run(RecordLogic logic) {
    begin(false);
    while (attempt(logic) == Ended.CONFLICT) {
      attempt.again();
      pace.restart(attempt.restarts());
    }
    return attempt.restarts();
  }

  /** Notes that the present transaction is tried again. */
  public void again() {
    attempt.again();
    pace.restart(attempt.restarts());
  }

  /** Runs the present transaction's logic once. */
  public Ended attempt(RecordLogic logic) {
    if (++attemptsSinceTidy == TIDY_EVERY) {
      attemptsSinceTidy = 0;
      tidy();
    }
    failure = null;
    var unused = context.member().enter();
    context.begin();
    try {
      control.begin(attempt);
      return end(runLogic(logic));
    } finally {
      transaction.end();
      context.member().exit();
    }
  }

  /** Whether the logic came to its end, or failed by itself; false if it met a conflict. */
  private boolean runLogic(RecordLogic logic) {
    try {
      logic.run(transaction);
      failure = transaction.decision();
      return true;
    } catch (Conflict conflict) {
      return false;
    } catch (Throwable thrown) {
      failure = transaction.decision() == null ? thrown : transaction.decision();
      return true;
    }
  }

  private Ended end(boolean ran) {
    if (!ran || context.hasConflict() || !control.validate()) {
      control.abort();
      ghosts.addAll(transaction.created());
      return Ended.CONFLICT;
    }
    if (failure != null) {
      control.abort();
      ghosts.addAll(transaction.created());
      return Ended.FAILED;
    }
    long version = control.commitVersion();
    if (listener != null) {
      listener.committing(version, accesses);
    }
    control.commit();
    if (history != null) {
      history.record(transactions, begunNs, pace.nowNs(), version, accesses);
    }
    noteDeleted();
    return Ended.COMMITTED;
  }

  private void noteDeleted() {
    for (int i = 0; i < accesses.size(); i++) {
      Access access = accesses.get(i);
      if (access.operation() == Access.Operation.DELETE) {
        ghosts.add(access.table(), access.key(), access.rest(), access.record());
      }
    }
  }

  /** What the logic threw in an attempt that {@link Ended#FAILED}. */
  public Throwable failure() {
    return failure;
  }

  /** How often the present transaction was aborted and tried again. */
  public int restarts() {
    return attempt.restarts();
  }

  /**
   * Removes what is gone for good, and frees what nobody can reach; between transactions. Called
   * now and then by itself; a worker that is idle calls it until {@link #isTidy}.
   */
  public void tidy() {
    var unused = context.member().enter();
    try {
      ghosts.bury(TIDY_EVERY, control, context);
      control.maintain();
    } finally {
      context.member().exit();
    }
    context.epochs().tryAdvance();
    context.free(Integer.MAX_VALUE);
  }

  /** Whether nothing waits to be removed or freed. */
  public boolean isTidy() {
    return ghosts.size() == 0 && control.isTidy() && context.waiting() == 0;
  }
}
