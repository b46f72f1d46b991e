package dev.yardmaster.benchmarks.load;

import dev.yardmaster.api.TransactionService;
import dev.yardmaster.benchmarks.workload.WorkloadFailure;
import dev.yardmaster.workloads.ClientStream;
import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.AgentRunner;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SleepingIdleStrategy;

/**
 * The client of an open loop. A thread of the client submits each transaction at its arrival time,
 * however many transactions are outstanding. Latency counts from the arrival time, so it includes
 * delays of this thread and of the service. The client drops a transaction if no slot is free, and
 * does not retry a refused transaction. It counts the dropped and the refused transactions.
 */
final class OpenClient extends LoadClient implements Agent {

  /**
   * The time that the thread sleeps if no transaction has arrived. With a shorter sleep, the thread
   * would occupy a core that the service needs.
   */
  private static final long SLEEP_NS = 50_000;

  /**
   * The maximum number of arrivals that the thread submits under the lock at a time. Between two
   * such batches, other threads can process outcomes.
   */
  private static final int MAX_BURST = 64;

  private final OpenLoad load;
  private final ArrivalGaps gaps;
  private final ArrayDeque<Slot> free = new ArrayDeque<>();

  /** Threads write this counter under the lock. The coordinator reads it during the run. */
  private final AtomicLong offered = new AtomicLong();

  /** Threads write and read this counter in the same way as {@link #offered}. */
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

  /** Begins the arrivals. The first transaction arrives one gap from now. */
  synchronized void begin(long nowNs) {
    dueNs = nowNs + gaps.nextNs();
  }

  @Override
  public synchronized int doWork() {
    long nowNs = clock.nanoTime();
    int arrived = 0;
    while (dueNs - nowNs <= 0 && arrived < MAX_BURST) {
      // The call is inside act, because a transaction that ends during the submission frees its
      // slot.
      act(() -> arrive(dueNs));
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
    // This client does not retry a refused transaction.
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
