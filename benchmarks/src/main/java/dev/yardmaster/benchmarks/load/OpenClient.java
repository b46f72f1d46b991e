package dev.yardmaster.benchmarks.load;

import dev.yardmaster.api.TransactionService;
import dev.yardmaster.benchmarks.workload.ClientStream;
import dev.yardmaster.benchmarks.workload.WorkloadFailure;
import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.AgentRunner;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SleepingIdleStrategy;

/**
 * The client of an open loop: transactions are submitted when they are due, however many are
 * outstanding, by a thread of the client. Latency runs from the due time, so that delays of this
 * thread or of the service count. A transaction that finds no slot is dropped, and one that the
 * service refuses is not tried again; both are counted.
 */
final class OpenClient extends LoadClient implements Agent {

  /** The sleep of the thread when nothing is due; a shorter sleep costs the service its core. */
  private static final long SLEEP_NS = 50_000;

  /**
   * Upper bound of the arrivals under one hold of the lock, so that outcomes are taken in between.
   */
  private static final int MAX_BURST = 64;

  private final OpenLoad load;
  private final ArrivalGaps gaps;
  private final ArrayDeque<Slot> free = new ArrayDeque<>();

  /** Written under the lock; the coordinator reads it during the run. */
  private final AtomicLong offered = new AtomicLong();

  /** As {@link #offered}. */
  private final AtomicLong dropped = new AtomicLong();

  private AgentRunner runner;
  private int slots;
  private long dueNs;

  OpenClient(
      TransactionService service,
      ClientStream stream,
      LoopState state,
      NanoClock clock,
      OpenLoad load) {
    super(service, stream, state, clock);
    this.load = load;
    this.gaps = load.gaps();
  }

  @Override
  void start() {
    begin(clock.nanoTime());
    runner =
        new AgentRunner(
            new SleepingIdleStrategy(SLEEP_NS),
            error -> state.fail(new WorkloadFailure("arrivals stopped: " + error, error)),
            null,
            this);
    AgentRunner.startOnThread(runner);
  }

  /** Makes the first transaction due after one gap from now. */
  synchronized void begin(long nowNs) {
    dueNs = nowNs + gaps.nextNs();
  }

  @Override
  public synchronized int doWork() {
    long nowNs = clock.nanoTime();
    int arrived = 0;
    while (dueNs - nowNs <= 0 && arrived < MAX_BURST) {
      act(() -> arrive(dueNs)); // a transaction that ends at once frees its slot for the next
      dueNs += gaps.nextNs();
      arrived++;
    }
    return arrived;
  }

  private void arrive(long intendedNs) {
    add(offered, 1);
    Slot slot = free.poll();
    if (slot == null && slots < load.maxOutstanding()) {
      slot = new Slot(this, clock);
      slots++;
    }
    if (slot == null) {
      add(dropped, 1);
    } else if (!begin(slot, intendedNs)) {
      free.add(slot);
    }
  }

  @Override
  public String roleName() {
    return "arrivals";
  }

  @Override
  void tick() {
    // A refused transaction is not tried again.
  }

  @Override
  void stop() {
    if (runner != null) {
      runner.close();
    }
  }

  @Override
  void free(Slot slot) {
    free.add(slot);
  }

  @Override
  void refused(Slot slot) {
    over();
    free.add(slot);
  }

  @Override
  long offered() {
    return offered.getAcquire();
  }

  @Override
  long dropped() {
    return dropped.getAcquire();
  }
}
