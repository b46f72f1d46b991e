package dev.yardmaster.benchmarks.load;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.benchmarks.workload.WorkloadFailure;
import dev.yardmaster.workloads.ClientStream;
import dev.yardmaster.workloads.ProcedureInvocation;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;
import org.agrona.concurrent.NanoClock;

/**
 * Submits transactions and counts their outcomes. A subclass decides when to submit. The client
 * runs on the thread on which the service completes a transaction. Latency is the time from a
 * transaction's intended beginning until its outcome is known.
 *
 * <p>The lock of the client is contended only if several threads run the client at the same time.
 */
abstract class LoadClient {

  /**
   * The options of all transactions. The limits on attempts and time are so high that no
   * transaction fails because of them. Every transaction must commit or be aborted by its logic,
   * because the run measures conflicts.
   */
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

  /** Threads write this counter under the lock. The coordinator reads it during the run. */
  private final AtomicLong committed = new AtomicLong();

  /** Threads write and read this counter in the same way as {@link #committed}. */
  private final AtomicLong answered = new AtomicLong();

  /** Threads write and read this counter in the same way as {@link #committed}. */
  private final AtomicLong restarts = new AtomicLong();

  /** Threads write and read this counter in the same way as {@link #committed}. */
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

  /** Starts the client. The coordinator's thread calls this method. */
  abstract void start();

  /**
   * Performs periodic work. The coordinator's thread calls this method repeatedly during the run.
   */
  abstract void tick();

  /** Ends the submission of transactions. The coordinator's thread calls this method. */
  abstract void stop();

  /** Takes back a slot whose transaction has ended with an outcome. The caller holds the lock. */
  abstract void free(Slot slot);

  /**
   * Takes back a slot after the service, being full, refused the slot's transaction. The caller
   * holds the lock.
   */
  abstract void refused(Slot slot);

  /** Processes a transaction that has ended. Any thread of the service may call this method. */
  final synchronized void ended(Slot slot) {
    ended.add(slot);
    // If the service completes a transaction during the call of submit, this method runs inside
    // that call. In this case, the slot is only put into a queue, and is processed later.
    if (!acting) {
      act(() -> {});
    }
  }

  /**
   * Runs an action that may submit transactions, and then processes the transactions that have
   * ended in the meantime. The caller holds the lock.
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
   * Submits the stream's next transaction, unless the run is over. The caller holds the lock.
   *
   * @return whether a transaction was submitted
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

  /** Submits the transaction that a slot already holds. The caller holds the lock. */
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

  /** Decrements the number of outstanding transactions. The caller holds the lock. */
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

  /**
   * Adds to a counter. The caller holds the lock, because all writes of the counter happen under
   * the lock.
   */
  static void add(AtomicLong counter, long more) {
    counter.setRelease(counter.getPlain() + more);
  }

  /** Returns the number of transactions that have not ended. Any thread may call this method. */
  final synchronized int outstanding() {
    return outstanding;
  }

  /** Returns the number of transactions committed so far. Any thread may call this method. */
  final long committed() {
    return committed.getAcquire();
  }

  /**
   * Returns the number of transactions so far that committed or were aborted by their own logic.
   * Any thread may call this method.
   */
  final long answered() {
    return answered.getAcquire();
  }

  /**
   * Returns the number of restarts so far of the answered transactions. Any thread may call this
   * method.
   */
  final long restarts() {
    return restarts.getAcquire();
  }

  /**
   * Returns the number of submissions refused so far because the service was full. Any thread may
   * call this method.
   */
  final long overloaded() {
    return overloaded.getAcquire();
  }

  /**
   * Returns the number of transactions that have arrived so far; 0 in a closed loop. Any thread may
   * call this method.
   */
  long offered() {
    return 0;
  }

  /**
   * Returns the number of arrived transactions for which no slot was free. Any thread may call this
   * method.
   */
  long dropped() {
    return 0;
  }

  /**
   * Returns the highest number of restarts of a recorded transaction. Any thread may call this
   * method when no transaction is outstanding.
   */
  final synchronized int mostRestarts() {
    return mostRestarts;
  }

  /**
   * Returns the latencies of the recorded transactions, in ns. Any thread may call this method when
   * no transaction is outstanding.
   */
  final synchronized Histogram latencyNs() {
    return latencyNs;
  }
}
