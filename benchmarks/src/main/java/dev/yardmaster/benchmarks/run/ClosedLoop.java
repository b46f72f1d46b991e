package dev.yardmaster.benchmarks.run;

import dev.yardmaster.benchmarks.workload.WorkloadFailure;
import dev.yardmaster.benchmarks.workload.WorkloadRun;
import dev.yardmaster.processor.PipelineCounters;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import org.HdrHistogram.Histogram;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.NanoClock;

/**
 * Runs a workload with a fixed number of transactions outstanding: warms up, records, drains. The
 * calling thread coordinates; clients have a thread each, which has ended when {@link #run} returns
 * or throws.
 */
final class ClosedLoop {

  private static final long REPORT_INTERVAL_NS = 100_000_000;
  private static final long DRAIN_TIMEOUT_NS = 90_000_000_000L;
  private static final long ABANDON_TIMEOUT_MS = 5_000;
  private static final double NS_PER_SECOND = 1e9;

  /** Hears of an interval's throughput so far. */
  @FunctionalInterface
  interface IntervalProgress {
    void report(Standing.Stage stage, double committedPerSecond);
  }

  private final Launched launched;
  private final NanoClock clock;
  private final LoopState state = new LoopState();
  private final List<Client> clients = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();

  ClosedLoop(
      Launched launched, WorkloadRun run, int concurrency, int clientCount, NanoClock clock) {
    this.launched = launched;
    this.clock = clock;
    for (int i = 0; i < clientCount; i++) {
      int share = concurrency / clientCount + (i < concurrency % clientCount ? 1 : 0);
      Client client =
          new Client(launched.service(), run.client(i), state, clock, idleStrategy(), share);
      clients.add(client);
      threads.add(new Thread(client, "bench-client-" + i));
    }
  }

  /**
   * A client shares its machine's cores with the service: it may spin only as long as a wake-up
   * would take, and its longest park bounds how late it refills the loop.
   */
  private static BackoffIdleStrategy idleStrategy() {
    return new BackoffIdleStrategy(100, 10, 1_000, 10_000);
  }

  /**
   * Runs once.
   *
   * @throws WorkloadFailure if a transaction ended as none should, or did not end
   */
  Recording run(long warmUpNs, long recordedNs, IntervalProgress progress)
      throws InterruptedException {
    threads.forEach(Thread::start);
    try {
      pass(warmUpNs, Standing.Stage.WARMING_UP, progress);
      System.gc(); // garbage of loading and warming up is not the recorded interval's
      PipelineCounters countersBefore = launched.counters().get();
      long committedBefore = sum(Client::committed);
      long overloadedBefore = sum(Client::overloaded);
      long beginNs = clock.nanoTime();
      state.enter(Phase.RECORDED);
      pass(recordedNs, Standing.Stage.RECORDING, progress);
      long committed = sum(Client::committed) - committedBefore;
      long elapsedNs = clock.nanoTime() - beginNs;
      PipelineCounters counters = launched.counters().get().since(countersBefore);
      long overloaded = sum(Client::overloaded) - overloadedBefore;
      progress.report(Standing.Stage.CHECKING, 0);
      drain();
      return new Recording(elapsedNs, committed, overloaded, counters, latencies());
    } finally {
      abandon();
    }
  }

  private void pass(long intervalNs, Standing.Stage stage, IntervalProgress progress)
      throws InterruptedException {
    long committedBefore = sum(Client::committed);
    long beginNs = clock.nanoTime();
    long passedNs = 0;
    while (passedNs < intervalNs) {
      TimeUnit.NANOSECONDS.sleep(Math.min(REPORT_INTERVAL_NS, intervalNs - passedNs));
      state.throwIfFailed();
      passedNs = clock.nanoTime() - beginNs;
      long committed = sum(Client::committed) - committedBefore;
      progress.report(stage, committed * NS_PER_SECOND / Math.max(1, passedNs));
    }
  }

  private void drain() throws InterruptedException {
    state.enter(Phase.DRAINING);
    long beginNs = clock.nanoTime();
    for (Thread thread : threads) {
      long leftNs = DRAIN_TIMEOUT_NS - (clock.nanoTime() - beginNs);
      thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(leftNs)));
      if (thread.isAlive()) {
        throw new WorkloadFailure(
            "transactions had no outcome "
                + TimeUnit.NANOSECONDS.toSeconds(DRAIN_TIMEOUT_NS)
                + " s after the last submission");
      }
    }
    state.throwIfFailed();
  }

  /** Ends clients that did not drain, however the run ended. */
  private void abandon() throws InterruptedException {
    state.enter(Phase.ABANDONED);
    for (Thread thread : threads) {
      thread.join(ABANDON_TIMEOUT_MS);
    }
  }

  private Histogram latencies() {
    Histogram all = clients.get(0).latencyNs();
    clients.stream().skip(1).forEach(client -> all.add(client.latencyNs()));
    return all;
  }

  private long sum(ToLongFunction<Client> counter) {
    return clients.stream().mapToLong(counter).sum();
  }
}
