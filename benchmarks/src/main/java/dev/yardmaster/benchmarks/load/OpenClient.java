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
 * The client of an open loop: transactions come when their time has come, however many are
 * outstanding, on a thread of its own. Latency runs from that time, so that what comes late because
 * this thread or the service was held up has waited. What finds no slot is dropped, and what the
 * service refuses is not tried again; both are counted.
 */
final class OpenClient extends LoadClient implements Agent {

  /** How long the thread sleeps when nothing is due; a shorter sleep costs the service its core. */
  private static final long SLEEP_NS = 50_000;

  /** Most arrivals under one holding of the lock, so that outcomes are taken in between. */
  private static final int MAX_BURST = 64;

  private final OpenLoad load;
  private final ArrivalGaps gaps;
  private final ArrayDeque<Slot> free = new ArrayDeque<>();

  /** Written under the lock; the coordinator reads it while a run goes on. */
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

  /** Lets the first transaction be due a gap from now. */
  synchronized void begin(long nowNs) {
    dueNs = nowNs + gaps.nextNs();
  }

  @Override
  public synchronized int doWork() {
    long nowNs = clock.nanoTime();
    int arrived = 0;
    while (dueNs - nowNs <= 0 && arrived < MAX_BURST) {
      act(() -> arrive(dueNs)); // what ends at once frees its slot for the next
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
    // Nothing is tried again.
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
