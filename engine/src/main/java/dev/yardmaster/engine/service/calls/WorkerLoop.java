package dev.yardmaster.engine.service.calls;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.AbortCause;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.logic.Failures;
import dev.yardmaster.engine.service.commit.Acknowledger;
import dev.yardmaster.engine.service.typed.TypedTables;
import dev.yardmaster.engine.service.worker.OutcomeCounts;
import dev.yardmaster.engine.service.worker.ServiceWorker;
import dev.yardmaster.engine.service.worker.ServiceWorkerPool;
import dev.yardmaster.engine.transaction.AttemptResult;
import dev.yardmaster.service.Closing;
import dev.yardmaster.service.ServiceOutcomes;
import dev.yardmaster.service.TransactionLimits;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.NullUnmarked;

/**
 * The loop of a worker's thread, which polls the queue for calls and runs one call after the other.
 */
@NullUnmarked // Internal: fields and results may be null.
public final class WorkerLoop implements Runnable {

  private static final int SPINS = 100;

  /**
   * The maximum time for which a worker's thread sleeps, in ns. Every thread that submits a call
   * wakes a worker. Because of the timeout, a worker finds work even if a wake-up was missed.
   */
  private static final long PARK_NS = 20_000_000L;

  private final ServiceWorker serviceWorker;
  private final ProcedureRun run;
  private final CallQueue queue;
  private final OutcomeExpiry expiry;
  private final ServiceWorkerPool callerWorkers;
  private final Acknowledger acknowledger;
  private final LongSupplier clockNs;
  private final LongConsumer idle;
  private final Closing closing;
  private final OutcomeCounts counts = new OutcomeCounts();

  @Shared(writers = "the closing thread", readers = "the worker", access = "volatile")
  private volatile boolean ending;

  @Shared(
      writers = "the worker",
      readers = "the closing thread",
      access = "volatile, set before the worker polls the queue")
  private volatile boolean busy = true;

  @Shared(
      writers = "the worker when it finds no call; the thread that wakes it",
      readers = "the same threads",
      access =
          "atomic exchange: only one caller wakes a sleeping worker, so the next call "
              + "wakes another worker. The worker sets the field before its last poll of the "
              + "queue")
  private final AtomicReference<Thread> sleeper = new AtomicReference<>();

  @Shared(writers = "the worker", readers = "the closing thread", access = "volatile")
  private volatile QueuedProcedure current;

  /**
   * Creates a loop.
   *
   * @param expiry the object that deletes expired outcomes between calls; null if the loop of
   *     another worker does this
   * @param callerWorkers the pool of service workers for interactive transactions; null if the loop
   *     of another worker tidies them. This loop tidies them when it has had no calls for some
   *     time, and about once a second
   * @param idle lets the thread sleep for at most the given time in ns, or until it is unparked
   */
  public WorkerLoop(
      ServiceWorker serviceWorker,
      TypedTables tables,
      TransactionLimits limits,
      WaitingCalls waiting,
      OutcomeExpiry expiry,
      ServiceWorkerPool callerWorkers,
      Acknowledger acknowledger,
      LongSupplier clockNs,
      LongConsumer idle,
      Closing closing) {
    this.serviceWorker = serviceWorker;
    queue = waiting.queue();
    this.expiry = expiry;
    this.callerWorkers = callerWorkers;
    this.acknowledger = acknowledger;
    this.clockNs = clockNs;
    this.idle = idle;
    this.closing = closing;
    run = new ProcedureRun(serviceWorker, tables, limits);
  }

  @Override
  public void run() {
    int idle = 0;
    while (!ending) {
      busy = true;
      QueuedProcedure call = queue.poll(serviceWorker.number());
      if (call != null) {
        idle = 0;
        current = call;
        serve(call);
        current = null;
        queue.ended(serviceWorker.number());
      }
      boolean due = expiry != null && expiry.someIfDue();
      // The service workers are not tidied after every call, because a session may be waiting for
      // the service worker that is tidied.
      if (callerWorkers != null && (due || idle > SPINS)) {
        callerWorkers.tidySome();
      }
      if (call == null && ++idle > SPINS) {
        rest();
      }
    }
    busy = false;
  }

  private void rest() {
    serviceWorker.tidy();
    busy = false;
    sleeper.set(Thread.currentThread());
    if (queue.isEmpty() && !ending) {
      idle.accept(PARK_NS);
    }
    sleeper.set(null);
  }

  private void serve(QueuedProcedure call) {
    if (call.isExpired(clockNs.getAsLong())) {
      end(call, ServiceOutcomes.timedOut(call.options(), 0, null));
      return;
    }
    run.begin(call);
    serviceWorker.pace().until(call.deadlineNs());
    serviceWorker.worker().begin(call.beganNs(), call.deadlineNs());
    Outcome<Object> givenUp = null;
    while (givenUp == null) {
      run.prepare();
      AttemptResult ended = serviceWorker.attempt(run);
      if (ended == AttemptResult.COMMITTED) {
        Outcome<Object> outcome = run.outcome();
        if (run.isRepeated()) {
          counts.repeated();
        } else {
          counts.ended(outcome);
        }
        acknowledger.acknowledge(call, outcome, serviceWorker.point().dependsOn());
        break;
      }
      call.discardCommit();
      if (ended == AttemptResult.FAILED && run.decides(serviceWorker.worker().failure())) {
        serviceWorker.worker().begin(call.beganNs(), call.deadlineNs());
        continue;
      }
      if (ended == AttemptResult.CONFLICT) {
        run.conflicted();
      }
      givenUp = ended == AttemptResult.FAILED ? failed(call) : givesUp(call);
      if (givenUp == null) {
        counts.restarted(1);
        serviceWorker.worker().again();
      } else {
        end(call, givenUp);
      }
    }
    serviceWorker.pace().endless();
    run.end();
  }

  private void end(QueuedProcedure call, Outcome<Object> outcome) {
    counts.ended(outcome);
    call.end(outcome);
  }

  /**
   * Returns the outcome of a call whose run has ended because the engine's own code threw an
   * exception.
   */
  private Outcome<Object> failed(QueuedProcedure call) {
    return Failures.outcome(
        serviceWorker.worker().failure(), call.registered.name(), run.restarts(), null);
  }

  /**
   * Returns the outcome of a call after a conflict if the call is not run again; null if it is run
   * again.
   */
  private Outcome<Object> givesUp(QueuedProcedure call) {
    int restarts = run.restarts();
    if (call.isExpired(clockNs.getAsLong())) {
      return ServiceOutcomes.timedOut(call.options(), restarts, run.lastConflict());
    }
    if (call.isLastAttempt(restarts)) {
      return ServiceOutcomes.outOfAttempts(
          AbortCause.VALIDATION, call.options(), restarts, run.lastConflict());
    }
    return ending || call.isEnded() ? new Outcome.Rejected<>(closing.error()) : null;
  }

  // Any thread may call the following methods.

  /**
   * Wakes the worker if it sleeps and no other thread has woken it. Returns whether this call has
   * woken the worker.
   */
  public boolean wake() {
    Thread sleeping = sleeper.getAndSet(null);
    if (sleeping == null) {
      return false;
    }
    LockSupport.unpark(sleeping);
    return true;
  }

  /** Stops the loop, so that the worker polls no further call. */
  public void end() {
    ending = true;
    var unused = wake();
  }

  /** Returns whether the worker may be running a call. */
  public boolean isBusy() {
    return busy;
  }

  /** Returns the counts of the procedure calls that the worker has run. */
  public OutcomeCounts counts() {
    return counts;
  }

  /** Returns the call that the worker is running, or null if the worker is running no call. */
  public QueuedProcedure current() {
    return current;
  }
}
