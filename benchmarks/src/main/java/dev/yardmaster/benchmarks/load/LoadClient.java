package dev.yardmaster.benchmarks.load;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.benchmarks.workload.ClientStream;
import dev.yardmaster.benchmarks.workload.ProcedureInvocation;
import dev.yardmaster.benchmarks.workload.WorkloadFailure;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;
import org.agrona.concurrent.NanoClock;

/**
 * Submits transactions and counts their outcomes; a subclass decides when to submit. The client
 * runs on the thread on which the service completes a transaction. Latency runs from the moment
 * when a transaction was meant to begin to the moment when its outcome is known.
 *
 * <p>The lock is contended only if several threads run the client at once.
 */
abstract class LoadClient {

  /** Conflicts must neither exhaust the attempts nor time out in a run that measures conflicts. */
  private static final TransactionOptions OPTIONS =
      TransactionOptions.defaults().withTimeout(Duration.ofSeconds(60)).withMaxAttempts(1_000_000);

  private static final long MAX_LATENCY_NS = 120_000_000_000L;
  private static final int LATENCY_DIGITS = 3;

  final LoopState state;
  final NanoClock clock;
  private final TransactionService service;
  private final ClientStream stream;
  private final ArrayDeque<Slot> ended = new ArrayDeque<>();
  private final Histogram latencyNs = new Histogram(MAX_LATENCY_NS, LATENCY_DIGITS);

  /** Written under the lock; the coordinator reads it during the run. */
  private final AtomicLong committed = new AtomicLong();

  /** As {@link #committed}. */
  private final AtomicLong answered = new AtomicLong();

  /** As {@link #committed}. */
  private final AtomicLong restarts = new AtomicLong();

  /** As {@link #committed}. */
  private final AtomicLong overloaded = new AtomicLong();

  private int mostRestarts;
  private int outstanding;
  private boolean acting;

  LoadClient(TransactionService service, ClientStream stream, LoopState state, NanoClock clock) {
    this.service = service;
    this.stream = stream;
    this.state = state;
    this.clock = clock;
  }

  /** Starts the client. The coordinator's thread. */
  abstract void start();

  /** Does what is due from time to time. The coordinator's thread. */
  abstract void tick();

  /** Ends the submission of transactions. The coordinator's thread. */
  abstract void stop();

  /** Takes back a slot whose transaction has its outcome. Under the lock. */
  abstract void free(Slot slot);

  /**
   * Takes back a slot whose transaction the service refused because it was full. Under the lock.
   */
  abstract void refused(Slot slot);

  /** Takes a transaction that has ended. Any thread of the service. */
  final synchronized void ended(Slot slot) {
    ended.add(slot);
    // A service that completes at once calls this from within submit; the slot must then wait.
    if (!acting) {
      act(() -> {});
    }
  }

  /**
   * Runs an action that may submit, then takes the transactions that have ended in the meantime.
   * Under the lock.
   */
  final void act(Runnable first) {
    acting = true;
    try {
      first.run();
      for (Slot slot = ended.poll(); slot != null; slot = ended.poll()) {
        end(slot);
      }
    } catch (WorkloadFailure e) {
      state.fail(e);
    } catch (RuntimeException | Error e) {
      state.fail(new WorkloadFailure("a client stopped: " + e, e));
    } finally {
      acting = false;
    }
  }

  /**
   * Submits the stream's next transaction, unless the run is over. Under the lock.
   *
   * @return whether it was submitted
   */
  final boolean begin(Slot slot, long intendedNs) {
    LoopPhase phase = state.phase();
    boolean isOn = phase == LoopPhase.WARM_UP || phase == LoopPhase.RECORDED;
    if (isOn) {
      slot.call = stream.next();
      slot.recorded = phase == LoopPhase.RECORDED;
      slot.intendedNs = intendedNs;
      outstanding++;
      submit(slot);
    }
    return isOn;
  }

  /** Submits a slot's transaction unchanged. Under the lock. */
  final void submit(Slot slot) {
    submit(slot.call, slot);
  }

  private <R> void submit(ProcedureInvocation<?, R> call, Slot slot) {
    var unused = call.submit(service, OPTIONS).whenComplete(slot);
  }

  private void end(Slot slot) {
    if (slot.outcome instanceof Outcome.Committed<?> commit) {
      stream.committed(slot.call, commit);
      add(committed, 1);
      add(answered, 1);
      add(restarts, commit.restarts());
      if (slot.recorded) {
        mostRestarts = Math.max(mostRestarts, commit.restarts());
      }
    } else if (slot.outcome instanceof Outcome.Aborted<?> aborted) {
      if (aborted.cause() == AbortCause.USER) {
        add(answered, 1);
        add(restarts, aborted.restarts());
      }
    } else if (slot.outcome instanceof Outcome.Rejected<?> rejected) {
      checkRefusal(slot, rejected);
      add(overloaded, 1);
      refused(slot);
      return;
    } else if (slot.outcome instanceof Outcome.Unknown<?> unknown) {
      throw new WorkloadFailure(
          slot.call.procedure().name() + ": " + unknown.error().getMessage(), unknown.error());
    } else {
      throw new WorkloadFailure(
          slot.call.procedure().name() + " ended without an outcome: " + slot.error, slot.error);
    }
    if (slot.recorded) {
      latencyNs.recordValue(Math.max(0, Math.min(MAX_LATENCY_NS, slot.endedNs - slot.intendedNs)));
    }
    over();
    free(slot);
  }

  /** Counts one outstanding transaction less. Under the lock. */
  final void over() {
    outstanding--;
  }

  private static void checkRefusal(Slot slot, Outcome.Rejected<?> rejected) {
    if (rejected.error().code() != ErrorCode.OVERLOADED) {
      throw new WorkloadFailure(
          slot.call.procedure().name() + " was rejected: " + rejected.error().getMessage(),
          rejected.error());
    }
  }

  /** Adds to a counter that is written under the lock only. */
  static void add(AtomicLong counter, long more) {
    counter.setRelease(counter.getPlain() + more);
  }

  /** Returns the transactions that have not ended. Any thread. */
  final synchronized int outstanding() {
    return outstanding;
  }

  /** Returns the transactions committed so far. Any thread. */
  final long committed() {
    return committed.getAcquire();
  }

  /** Returns the transactions so far that committed or that their own logic ended. Any thread. */
  final long answered() {
    return answered.getAcquire();
  }

  /** Returns the restarts so far of the answered transactions. Any thread. */
  final long restarts() {
    return restarts.getAcquire();
  }

  /** Returns the submissions refused so far because the service was full. Any thread. */
  final long overloaded() {
    return overloaded.getAcquire();
  }

  /** Returns the transactions that were due so far; 0 in a closed loop. Any thread. */
  long offered() {
    return 0;
  }

  /** Returns the due transactions for which there was no slot. Any thread. */
  long dropped() {
    return 0;
  }

  /**
   * Returns the most restarts of a recorded transaction. Any thread, when nothing is outstanding.
   */
  final synchronized int mostRestarts() {
    return mostRestarts;
  }

  /**
   * Returns the latencies of the recorded transactions, in ns. Any thread, when nothing is
   * outstanding.
   */
  final synchronized Histogram latencyNs() {
    return latencyNs;
  }
}
