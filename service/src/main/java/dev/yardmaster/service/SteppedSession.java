package dev.yardmaster.service;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.ConflictReport;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.Values;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.logic.Failures;
import dev.yardmaster.api.logic.ProcedureName;
import dev.yardmaster.api.logic.RemoteFailure;
import dev.yardmaster.api.logic.ScannedEntries;
import dev.yardmaster.api.logic.UserAbort;
import dev.yardmaster.api.outcome.KeptOutcome;
import java.util.List;
import java.util.Map;

/**
 * One transaction of {@link SteppedSessions}, which executes a blocking {@link InteractiveSession}
 * step by step. From the request of a step until the reply, one step thread runs the step, and no
 * other thread uses the session.
 */
final class SteppedSession extends ServedTransaction implements OpenTransaction {

  private enum State {
    /** No step has been requested yet. */
    NEW,
    /** The first step was requested and waits for the transaction's admission. */
    WAITING,
    /** A step is in progress. */
    STEP,
    /**
     * A step thread is delivering the reply to a step. The client may already request the next
     * step. But in this state, neither the deadline nor the end of the service ends the
     * transaction, so the outcome cannot overtake the reply.
     */
    REPLY,
    /** The transaction waits for its next step. */
    IDLE,
    /** The transaction has ended and has its outcome. */
    ENDED
  }

  /** A step of the transaction; running it returns the code that delivers the reply. */
  private interface Step {
    Runnable run();
  }

  private final long number;
  private final InteractiveSession session;
  private final TransactionLimits limits;
  private final SteppedSessions owner;
  private final Listener listener;

  @Shared(
      writers = "the thread that requests steps; the step threads; the closing thread",
      readers = "the same threads",
      access = "guarded by the object's monitor; orders the other fields")
  private State state = State.NEW;

  @Shared(
      writers = "the thread that requests steps",
      readers = "the step threads",
      access = "guarded by the object's monitor")
  private long steps;

  @Shared(
      writers = "the thread that requests steps",
      readers = "the step threads",
      access = "guarded by the object's monitor")
  private Step step;

  @Shared(
      writers = "the thread that ends the transaction",
      readers = "the thread that requests steps",
      access = "guarded by the object's monitor; set once")
  private Outcome<Object> outcome;

  /** Whether a run is in progress. Only the thread that is running a step accesses the field. */
  private boolean running;

  SteppedSession(
      TransactionOptions options,
      KeptOutcome kept,
      long beganNs,
      long number,
      InteractiveSession session,
      TransactionLimits limits,
      SteppedSessions owner,
      Listener listener) {
    super(options, kept, beganNs);
    this.number = number;
    this.session = session;
    this.limits = limits;
    this.owner = owner;
    this.listener = listener;
  }

  /**
   * Returns a number that is unique for each transaction. It orders transactions with the same
   * deadline.
   */
  long number() {
    return number;
  }

  @Override
  public void read(List<Key> keys) {
    request(
        () ->
            inRun(
                () -> {
                  keys.forEach(Values::check);
                  byte[][] values = keys.isEmpty() ? new byte[0][] : session.values(keys);
                  return () -> listener.values(values);
                }));
  }

  @Override
  public void scan(Scan scan) {
    request(
        () ->
            inRun(
                () -> {
                  var unused = Values.check(scan.from());
                  ScannedEntries entries = session.scan(scan);
                  return () -> listener.scanned(entries);
                }));
  }

  @Override
  public void commit(Map<Key, byte[]> writes, Object result) {
    try {
      limits.checkWrites(writes);
    } catch (YardmasterException error) {
      fail(error);
      return;
    }
    request(() -> inRun(() -> settled(session.commit(writes, result))));
  }

  @Override
  public void fail(YardmasterException error) {
    fail(new RemoteFailure(error));
  }

  @Override
  public void abort(String reason) {
    fail(new UserAbort(reason));
  }

  private void fail(RuntimeException thrown) {
    request(() -> inRun(() -> settled(session.fail(thrown))));
  }

  @Override
  public void abandon() {
    boolean isNew;
    synchronized (this) {
      isNew = state == State.NEW;
    }
    if (isNew) {
      refuse(ServiceOutcomes.givenUp());
    } else {
      request(() -> settled(ServiceOutcomes.givenUp()));
    }
  }

  @Override
  public boolean withdraw() {
    boolean withdrawn = owner.withdraw(this);
    if (withdrawn) {
      refuse(ServiceOutcomes.givenUp());
    }
    return withdrawn;
  }

  private void request(Step next) {
    State before;
    synchronized (this) {
      before = state;
      step = next;
      steps++;
      switch (before) {
        case NEW -> state = State.WAITING;
        case IDLE, REPLY -> state = State.STEP;
        case WAITING, STEP ->
            throw new IllegalStateException("the previous step has no reply yet: state=" + state);
        case ENDED -> step = null;
      }
    }
    switch (before) {
      case NEW -> owner.admit(this);
      case IDLE, REPLY -> {
        if (!owner.run(this::perform)) {
          Outcome<Object> refusal = owner.withoutThread();
          end(refusal);
          leave(refusal);
        }
      }
      default -> listener.ended(ended());
    }
  }

  private synchronized Outcome<Object> ended() {
    return outcome;
  }

  /** Ends a transaction that was not admitted. */
  void refuse(Outcome<Object> refusal) {
    end(refusal);
    session.end();
    listener.ended(refusal);
  }

  private synchronized void end(Outcome<Object> with) {
    state = State.ENDED;
    step = null;
    outcome = with;
  }

  /** Returns whether the transaction waits for its next step. */
  synchronized boolean isIdle() {
    return state == State.IDLE;
  }

  /** Ends a transaction whose deadline has passed, unless a step is in progress. */
  void expire() {
    int restarts;
    ConflictReport lastConflict;
    synchronized (this) {
      if (state != State.IDLE) {
        return;
      }
      restarts = session.restarts();
      lastConflict = session.lastConflict();
    }
    endIfIdle(ServiceOutcomes.timedOut(options(), restarts, lastConflict));
  }

  /** Ends the transaction with this outcome, unless a step is in progress. */
  void endIfIdle(Outcome<Object> with) {
    synchronized (this) {
      if (state != State.IDLE) {
        return;
      }
      end(with);
    }
    if (!owner.run(() -> leave(with))) {
      leave(with);
    }
  }

  private void leave(Outcome<Object> with) {
    try {
      session.end();
    } finally {
      owner.leave(this);
      listener.ended(with);
    }
  }

  // A step thread calls the following methods.

  /** Performs the first step, after the admission. */
  void begin() {
    synchronized (this) {
      state = State.STEP;
    }
    perform();
  }

  private void perform() {
    Step next;
    synchronized (this) {
      next = step;
      step = null;
    }
    Runnable reply;
    try {
      reply = next.run();
    } catch (Throwable thrown) { // Even if the code has a bug, the client must get an outcome.
      reply =
          settled(
              Failures.outcome(
                  thrown, ProcedureName.LAMBDA, session.restarts(), session.lastConflict()));
    }
    deliver(reply);
  }

  /** Executes a step in the current run; if there is no current run, begins a new one. */
  private Runnable inRun(Step next) {
    while (!running) {
      running = session.begin();
      if (!running && session.outcome() != null) {
        return settled(session.outcome());
      }
    }
    try {
      return next.run();
    } catch (YardmasterException error) {
      if (session.outcome() != null) {
        return settled(session.outcome());
      }
      return error.code() == ErrorCode.TRANSACTION_OVER
          ? settled(session.fail(error))
          : () -> listener.refused(error);
    }
  }

  private void deliver(Runnable reply) {
    long delivered;
    synchronized (this) {
      delivered = steps;
      if (state == State.STEP) {
        state = State.REPLY;
      }
    }
    try {
      reply.run();
    } finally {
      boolean idle;
      synchronized (this) {
        idle = state == State.REPLY && steps == delivered;
        if (idle) {
          state = State.IDLE;
        }
      }
      // This method checks whether the service has ended, because the closing thread may have ended
      // all idle transactions before this transaction became idle.
      if (idle && owner.ended() != null) {
        endIfIdle(new Outcome.Rejected<>(owner.ended()));
      }
    }
  }

  /**
   * Ends a run. Returns the code that delivers the reply: the outcome or, if the outcome is null, a
   * restart.
   */
  private Runnable settled(Outcome<Object> settledWith) {
    running = false;
    if (settledWith != null) {
      end(settledWith);
      return () -> leave(settledWith);
    }
    int restarts = session.restarts();
    ConflictReport lastConflict = session.lastConflict();
    return () -> listener.restarted(restarts, lastConflict);
  }
}
