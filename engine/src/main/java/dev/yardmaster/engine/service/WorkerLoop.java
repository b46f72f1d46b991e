package dev.yardmaster.engine.service;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.logic.Failures;
import dev.yardmaster.engine.transaction.Ended;
import dev.yardmaster.engine.transaction.Worker;
import dev.yardmaster.service.Closing;
import dev.yardmaster.service.Endings;
import dev.yardmaster.service.TransactionLimits;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/** A worker's thread: takes one call after the other and runs each to its end. */
final class WorkerLoop implements Runnable {

  private static final int SPINS = 100;

  /** Who submits wakes it up; this is for what nobody wakes it up for. */
  private static final long PARK_NS = 20_000_000L;

  private final Seat seat;
  private final ProcedureRun run;
  private final CallQueue queue;
  private final Forgetting forgetting;
  private final Teller teller;
  private final LongSupplier clockNs;
  private final Closing closing;
  private volatile boolean ending;
  private volatile boolean busy = true;
  private final AtomicReference<Thread> sleeper = new AtomicReference<>();
  private volatile ProcedureCall current;

  /**
   * A loop.
   *
   * @param forgetting what it does now and then beside its calls; null for nothing
   */
  WorkerLoop(
      Seat seat,
      TransactionLimits limits,
      CallQueue queue,
      Forgetting forgetting,
      Teller teller,
      LongSupplier clockNs,
      Closing closing) {
    this.seat = seat;
    this.queue = queue;
    this.forgetting = forgetting;
    this.teller = teller;
    this.clockNs = clockNs;
    this.closing = closing;
    run = new ProcedureRun(seat, limits);
  }

  @Override
  public void run() {
    int idle = 0;
    while (!ending) {
      busy = true;
      ProcedureCall call = queue.poll(seat.number());
      if (call != null) {
        idle = 0;
        current = call;
        serve(call);
        current = null;
        queue.ended(seat.number());
      }
      if (forgetting != null) {
        forgetting.someIfDue();
      }
      if (call == null && ++idle > SPINS) {
        rest();
      }
    }
    busy = false;
  }

  private void rest() {
    Worker worker = seat.worker();
    if (!worker.isTidy()) {
      worker.tidy();
    }
    busy = false;
    sleeper.set(Thread.currentThread());
    if (queue.isEmpty() && !ending) {
      LockSupport.parkNanos(PARK_NS);
    }
    sleeper.set(null);
  }

  private void serve(ProcedureCall call) {
    if (call.isExpired(clockNs.getAsLong())) {
      call.end(Endings.timedOut(call.options(), 0, null));
      return;
    }
    run.begin(call);
    seat.pace().until(call.deadlineNs());
    seat.worker().begin();
    Outcome<Object> givenUp = null;
    while (givenUp == null) {
      Ended ended = seat.attempt(run);
      if (ended == Ended.COMMITTED) {
        teller.tell(call, run.outcome());
        break;
      }
      call.discardCommit();
      givenUp = ended == Ended.FAILED ? failed(call) : givesUp(call);
      if (givenUp == null) {
        seat.worker().again();
        run.again();
      } else {
        call.end(givenUp);
      }
    }
    seat.pace().endless();
    run.end();
  }

  /** The service's own part of the run has thrown. */
  private Outcome<Object> failed(ProcedureCall call) {
    return Failures.outcome(
        seat.worker().failure(), call.registered.name(), seat.worker().restarts(), null);
  }

  /** The outcome of a call that is not run again; null if it is. */
  private Outcome<Object> givesUp(ProcedureCall call) {
    int restarts = seat.worker().restarts();
    if (call.isExpired(clockNs.getAsLong())) {
      return Endings.timedOut(call.options(), restarts, run.lastConflict());
    }
    if (call.isLastAttempt(restarts)) {
      return Endings.outOfAttempts(
          AbortCause.VALIDATION, call.options(), restarts, run.lastConflict());
    }
    return ending || call.isEnded() ? new Outcome.Rejected<>(closing.error()) : null;
  }

  // Any thread.

  /** Wakes it up if it sleeps and nobody else has; whether it did. */
  boolean wake() {
    Thread sleeping = sleeper.getAndSet(null);
    if (sleeping == null) {
      return false;
    }
    LockSupport.unpark(sleeping);
    return true;
  }

  /** It takes no further call. */
  void end() {
    ending = true;
    var unused = wake();
  }

  /** Whether it may have a call. */
  boolean isBusy() {
    return busy;
  }

  /** The call that it runs; null for none. */
  ProcedureCall current() {
    return current;
  }
}
