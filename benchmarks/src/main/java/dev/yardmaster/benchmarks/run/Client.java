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
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.NanoClock;
import org.jctools.queues.MpscArrayQueue;

/**
 * A client of a closed loop, on a thread of its own: it keeps its slots outstanding, and submits
 * the next transaction when one ends. Latency runs from the moment when the slot's transaction
 * before it ended, over the wait in the client and any refusals, to the moment the outcome is
 * known.
 */
final class Client implements Runnable {

  /** Conflicts must neither exhaust attempts nor time out in a run that measures them. */
  private static final TransactionOptions OPTIONS =
      TransactionOptions.defaults().withTimeout(Duration.ofSeconds(60)).withMaxAttempts(1_000_000);

  private static final long MAX_LATENCY_NS = 120_000_000_000L;
  private static final int LATENCY_DIGITS = 3;
  private static final long REFUSED_PAUSE_NS = 1_000_000;
  private static final int MIN_QUEUE_CAPACITY = 4;

  private final TransactionService service;
  private final ClientStream stream;
  private final LoopState state;
  private final NanoClock clock;
  private final IdleStrategy idle;
  private final int concurrency;
  private final MpscArrayQueue<Slot> ended;
  private final ArrayDeque<Slot> refused = new ArrayDeque<>();
  private final Histogram latencyNs = new Histogram(MAX_LATENCY_NS, LATENCY_DIGITS);

  /** Written by this thread only; the coordinator reads it while a run goes on. */
  private final AtomicLong committed = new AtomicLong();

  /** As {@link #committed}. */
  private final AtomicLong overloaded = new AtomicLong();

  private int outstanding;
  private long retryRefusedNs;

  Client(
      TransactionService service,
      ClientStream stream,
      LoopState state,
      NanoClock clock,
      IdleStrategy idle,
      int concurrency) {
    this.service = service;
    this.stream = stream;
    this.state = state;
    this.clock = clock;
    this.idle = idle;
    this.concurrency = concurrency;
    this.ended = new MpscArrayQueue<>(Math.max(MIN_QUEUE_CAPACITY, concurrency));
  }

  @Override
  public void run() {
    try {
      for (int i = 0; i < concurrency; i++) {
        begin(new Slot(ended, clock), clock.nanoTime());
      }
      while (outstanding > 0 && state.phase() != Phase.ABANDONED) {
        idle.idle(ended.drain(this::end) + retryRefused());
      }
    } catch (WorkloadFailure e) {
      state.fail(e);
    } catch (RuntimeException | Error e) {
      state.fail(new WorkloadFailure("a client stopped: " + e, e));
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
      increment(committed);
    } else if (slot.outcome instanceof Outcome.Rejected<?> rejected) {
      refuse(slot, rejected);
      return;
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
    increment(overloaded);
    if (refused.isEmpty()) {
      retryRefusedNs = clock.nanoTime() + REFUSED_PAUSE_NS;
    }
    refused.add(slot);
  }

  private int retryRefused() {
    if (refused.isEmpty() || clock.nanoTime() - retryRefusedNs < 0) {
      return 0;
    }
    int count = refused.size(); // one that is refused again comes back through the queue
    for (int i = 0; i < count; i++) {
      submit(refused.remove());
    }
    return count;
  }

  private static void increment(AtomicLong counter) {
    counter.setRelease(counter.getPlain() + 1);
  }

  /** Transactions committed so far. Any thread. */
  long committed() {
    return committed.getAcquire();
  }

  /** Submissions refused so far for want of room. Any thread. */
  long overloaded() {
    return overloaded.getAcquire();
  }

  /** Latencies of the recorded transactions, in ns. Any thread, after this one has ended. */
  Histogram latencyNs() {
    return latencyNs;
  }
}
