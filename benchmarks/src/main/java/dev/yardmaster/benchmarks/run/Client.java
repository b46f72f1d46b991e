package dev.yardmaster.benchmarks.run;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.benchmarks.workload.Call;
import dev.yardmaster.benchmarks.workload.ClientStream;
import dev.yardmaster.benchmarks.workload.WorkloadFailure;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;
import org.agrona.concurrent.NanoClock;

/**
 * A client of a closed loop: it keeps its slots outstanding, and submits the next transaction when
 * one ends. It has no thread of its own but acts where the service completes a transaction, so that
 * nothing waits on the way between the two and the service always has its full load. Interactive
 * calls end on their callers' threads, where the next ones queue for the same threads. Latency runs
 * from the moment when the slot's transaction before it ended, over any refusals, to the moment the
 * outcome is known.
 *
 * <p>Its lock is contended only if several threads complete its transactions, as interactive calls
 * do.
 */
final class Client {

  /** Conflicts must neither exhaust attempts nor time out in a run that measures them. */
  private static final TransactionOptions OPTIONS =
      TransactionOptions.defaults().withTimeout(Duration.ofSeconds(60)).withMaxAttempts(1_000_000);

  private static final long MAX_LATENCY_NS = 120_000_000_000L;
  private static final int LATENCY_DIGITS = 3;

  private final TransactionService service;
  private final ClientStream stream;
  private final LoopState state;
  private final NanoClock clock;
  private final int concurrency;
  private final ArrayDeque<Slot> ended = new ArrayDeque<>();
  private final ArrayDeque<Slot> refused = new ArrayDeque<>();
  private final Histogram latencyNs = new Histogram(MAX_LATENCY_NS, LATENCY_DIGITS);

  /** Written under the lock; the coordinator reads it while a run goes on. */
  private final AtomicLong committed = new AtomicLong();

  /** As {@link #committed}. */
  private final AtomicLong overloaded = new AtomicLong();

  private int mostRestarts;
  private int outstanding;
  private boolean acting;

  Client(
      TransactionService service,
      ClientStream stream,
      LoopState state,
      NanoClock clock,
      int concurrency) {
    this.service = service;
    this.stream = stream;
    this.state = state;
    this.clock = clock;
    this.concurrency = concurrency;
  }

  /** Submits its first transactions. The coordinator's thread. */
  synchronized void start() {
    acting = true;
    for (int i = 0; i < concurrency; i++) {
      begin(new Slot(this, clock), clock.nanoTime());
    }
    acting = false;
    act();
  }

  /** Takes a transaction that has ended. Any thread of the service. */
  synchronized void ended(Slot slot) {
    ended.add(slot);
    // A service that completes at once calls from within submit; the slot must wait its turn.
    if (!acting) {
      act();
    }
  }

  /** Submits again what was refused. The coordinator's thread, now and then. */
  synchronized void retryRefused() {
    int count = refused.size(); // one that is refused again goes to the end
    for (int i = 0; i < count; i++) {
      submit(refused.remove());
    }
  }

  private void act() {
    acting = true;
    try {
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

  private void begin(Slot slot, long intendedNs) {
    Phase phase = state.phase();
    if (phase == Phase.WARM_UP || phase == Phase.RECORDED) {
      slot.call = stream.next();
      slot.recorded = phase == Phase.RECORDED;
      slot.intendedNs = intendedNs;
      outstanding++;
      submit(slot);
    }
  }

  private void submit(Slot slot) {
    submit(slot.call, slot);
  }

  private <R> void submit(Call<?, R> call, Slot slot) {
    var unused = call.submit(service, OPTIONS).whenComplete(slot);
  }

  private void end(Slot slot) {
    if (slot.outcome instanceof Outcome.Committed<?> commit) {
      stream.committed(slot.call, commit);
      committed.setRelease(committed.getPlain() + 1);
      if (slot.recorded) {
        mostRestarts = Math.max(mostRestarts, commit.restarts());
      }
    } else if (slot.outcome instanceof Outcome.Rejected<?> rejected) {
      refuse(slot, rejected);
      return;
    } else if (slot.outcome instanceof Outcome.Unknown<?> unknown) {
      throw new WorkloadFailure(
          slot.call.procedure().name() + ": " + unknown.error().getMessage(), unknown.error());
    } else if (slot.outcome == null) {
      throw new WorkloadFailure(
          slot.call.procedure().name() + " ended without an outcome: " + slot.error, slot.error);
    }
    if (slot.recorded) {
      latencyNs.recordValue(Math.max(0, Math.min(MAX_LATENCY_NS, slot.endedNs - slot.intendedNs)));
    }
    outstanding--;
    begin(slot, slot.endedNs);
  }

  private void refuse(Slot slot, Outcome.Rejected<?> rejected) {
    if (rejected.error().code() != ErrorCode.OVERLOADED) {
      throw new WorkloadFailure(
          slot.call.procedure().name() + " was rejected: " + rejected.error().getMessage(),
          rejected.error());
    }
    overloaded.setRelease(overloaded.getPlain() + 1);
    refused.add(slot);
  }

  /** Transactions that have not ended. Any thread. */
  synchronized int outstanding() {
    return outstanding;
  }

  /** Transactions committed so far. Any thread. */
  long committed() {
    return committed.getAcquire();
  }

  /** Submissions refused so far for want of room. Any thread. */
  long overloaded() {
    return overloaded.getAcquire();
  }

  /** The most restarts of a recorded transaction. Any thread, when nothing is outstanding. */
  synchronized int mostRestarts() {
    return mostRestarts;
  }

  /** Latencies of the recorded transactions, in ns. Any thread, when nothing is outstanding. */
  synchronized Histogram latencyNs() {
    return latencyNs;
  }
}
