package dev.yardmaster.benchmarks.engine.round;

import dev.yardmaster.benchmarks.engine.Scheduling;
import dev.yardmaster.benchmarks.workload.records.RecordClient;
import dev.yardmaster.engine.schedule.CallScheduler;
import dev.yardmaster.engine.schedule.HoldBackScheduler;
import dev.yardmaster.engine.schedule.ThreadAwareScheduler;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.jctools.queues.SpscArrayQueue;

/**
 * The transactions of all clients, which a scheduler distributes to the workers. The clients submit
 * their transactions in turn, and any worker may run any transaction. A transaction that has ended
 * returns to its client when the next batch is distributed.
 */
final class ScheduledCalls {

  /**
   * One in this number of requests for a transaction is timed. Not every request is timed, because
   * reading the clock costs time.
   */
  private static final int TIMED = 7;

  private final List<RecordClient> clients;
  private final List<SpscArrayQueue<DispatchedCall>> ended;
  private final ArrayDeque<DispatchedCall> unused = new ArrayDeque<>();
  private final List<DispatchedCall> all = new ArrayList<>();
  private final CallScheduler<DispatchedCall> scheduler;
  private final LongSupplier arrivalClockNs;
  private final LongSupplier schedulingClockNs;
  private int nextClient;

  /**
   * Creates the queues and the scheduler for a number of clients, which equals the number of
   * workers.
   *
   * @param arrivalClockNs the clock for arrivals: the time of the worker that distributes the
   *     batch, which may be virtual
   * @param schedulingClockNs the machine's clock, which times the scheduler
   */
  ScheduledCalls(
      List<RecordClient> clients,
      Scheduling scheduling,
      int perWorker,
      LongSupplier arrivalClockNs,
      LongSupplier schedulingClockNs) {
    this.arrivalClockNs = arrivalClockNs;
    this.clients = List.copyOf(clients);
    this.schedulingClockNs = schedulingClockNs;
    // The maximum number of calls that are distributed and not yet returned to their clients. In
    // the worst case, one worker runs all these calls.
    int mostDealt = clients.size() * (2 * perWorker + 2);
    ended = clients.stream().map(client -> new SpscArrayQueue<DispatchedCall>(mostDealt)).toList();
    scheduler =
        scheduling == Scheduling.HOLD_BACK
            ? new HoldBackScheduler<>(this::arrive, clients.size(), perWorker)
            : new ThreadAwareScheduler<>(this::arrive, clients.size(), perWorker);
  }

  /**
   * Returns the next client's next transaction. At any time only the worker that is distributing a
   * batch calls this method.
   */
  private DispatchedCall arrive() {
    if (unused.isEmpty()) {
      ended.forEach(queue -> queue.drain(this::giveBack));
    }
    DispatchedCall call = unused.isEmpty() ? newCall() : unused.pop();
    call.client = nextClient;
    call.call = clients.get(nextClient).next();
    call.arrivedNs = arrivalClockNs.getAsLong();
    nextClient = (nextClient + 1) % clients.size();
    return call;
  }

  private DispatchedCall newCall() {
    DispatchedCall call = new DispatchedCall();
    all.add(call);
    return call;
  }

  private void giveBack(DispatchedCall call) {
    clients.get(call.client).ended(call.call, call.committed);
    unused.push(call);
  }

  /**
   * Returns to their clients the transactions that have ended since the last batch was distributed.
   * Call this method only after all workers have ended.
   *
   * @param endNs the end of the recorded interval, by the clock of arrivals
   * @param waitedNs receives, for each transaction that no worker has begun, the time from the
   *     transaction's arrival to the end of the interval
   */
  void finish(long endNs, LongConsumer waitedNs) {
    ended.forEach(queue -> queue.drain(this::giveBack));
    for (DispatchedCall call : all) {
      if (call.arrivedNs < endNs && !unused.contains(call)) {
        waitedNs.accept(endNs - call.arrivedNs);
      }
    }
  }

  /** The source of transactions of one worker. */
  final class OfWorker implements CallSource {
    private final int worker;
    private long timedNs;
    private long looks;
    private long calls;

    OfWorker(int worker) {
      this.worker = worker;
    }

    @Override
    public DispatchedCall next() {
      boolean isTimed = ++looks % TIMED == 0;
      long begunNs = isTimed ? schedulingClockNs.getAsLong() : 0;
      DispatchedCall next = scheduler.next(worker);
      timedNs += isTimed ? schedulingClockNs.getAsLong() - begunNs : 0;
      calls += next == null ? 0 : 1;
      return next;
    }

    /**
     * Throws an exception. A scheduler's batch may contain transactions of several phases, so a
     * single worker cannot change the phase.
     */
    @Override
    public void enter(int phase) {
      throw new UnsupportedOperationException("a load that changes runs without a scheduler");
    }

    @Override
    public void ended(DispatchedCall call, boolean hasCommitted) {
      call.committed = hasCommitted;
      boolean isTimed = looks % TIMED == 0;
      long begunNs = isTimed ? schedulingClockNs.getAsLong() : 0;
      scheduler.ended(worker);
      timedNs += isTimed ? schedulingClockNs.getAsLong() - begunNs : 0;
      if (!ended.get(worker).offer(call)) {
        throw new IllegalStateException(
            "more calls have ended than were assigned: worker=" + worker);
      }
    }

    /** Returns the number of transactions that the worker received. */
    long calls() {
      return calls;
    }

    /** Returns the time spent on scheduling so far, by the scheduling clock. */
    double schedulingNs() {
      return (double) timedNs * TIMED;
    }
  }
}
