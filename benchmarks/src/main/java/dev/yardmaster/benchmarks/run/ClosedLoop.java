package dev.yardmaster.benchmarks.run;

import dev.yardmaster.benchmarks.workload.WorkloadFailure;
import dev.yardmaster.benchmarks.workload.WorkloadRun;
import dev.yardmaster.processor.PipelineCounters;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import org.HdrHistogram.Histogram;
import org.agrona.concurrent.NanoClock;

/**
 * Runs a workload with a fixed number of transactions outstanding: warms up, records, drains. The
 * calling thread coordinates; the clients act on the service's threads.
 */
final class ClosedLoop {

  private static final long REPORT_INTERVAL_NS = 100_000_000;
  private static final long TICK_NS = 5_000_000;
  private static final long DRAIN_TIMEOUT_NS = 90_000_000_000L;
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

  ClosedLoop(
      Launched launched, WorkloadRun run, int concurrency, int clientCount, NanoClock clock) {
    this.launched = launched;
    this.clock = clock;
    for (int i = 0; i < clientCount; i++) {
      int share = concurrency / clientCount + (i < concurrency % clientCount ? 1 : 0);
      clients.add(new Client(launched.service(), run.client(i), state, clock, share));
    }
  }

  /**
   * Runs once.
   *
   * @throws WorkloadFailure if a transaction ended as none should, or did not end
   */
  Recording run(long warmUpNs, long recordedNs, IntervalProgress progress)
      throws InterruptedException {
    clients.forEach(Client::start);
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
      return new Recording(elapsedNs, committed, overloaded, mostRestarts(), counters, latencies());
    } finally {
      state.enter(Phase.ABANDONED);
    }
  }

  private void pass(long intervalNs, Standing.Stage stage, IntervalProgress progress)
      throws InterruptedException {
    long committedBefore = sum(Client::committed);
    long beginNs = clock.nanoTime();
    long passedNs = 0;
    long reportedNs = 0;
    progress.report(stage, 0);
    while (passedNs < intervalNs) {
      tick(intervalNs - passedNs);
      passedNs = clock.nanoTime() - beginNs;
      if (passedNs - reportedNs >= REPORT_INTERVAL_NS) {
        reportedNs = passedNs;
        long committed = sum(Client::committed) - committedBefore;
        progress.report(stage, committed * NS_PER_SECOND / Math.max(1, passedNs));
      }
    }
  }

  private void tick(long mostNs) throws InterruptedException {
    TimeUnit.NANOSECONDS.sleep(Math.min(TICK_NS, mostNs));
    state.throwIfFailed();
    clients.forEach(Client::retryRefused);
  }

  private void drain() throws InterruptedException {
    state.enter(Phase.DRAINING);
    long beginNs = clock.nanoTime();
    while (sum(Client::outstanding) > 0) {
      tick(TICK_NS);
      if (clock.nanoTime() - beginNs >= DRAIN_TIMEOUT_NS) {
        throw new WorkloadFailure(
            "transactions had no outcome "
                + TimeUnit.NANOSECONDS.toSeconds(DRAIN_TIMEOUT_NS)
                + " s after the last submission");
      }
    }
  }

  private Histogram latencies() {
    Histogram all = clients.get(0).latencyNs();
    clients.stream().skip(1).forEach(client -> all.add(client.latencyNs()));
    return all;
  }

  private int mostRestarts() {
    return clients.stream().mapToInt(Client::mostRestarts).max().orElse(0);
  }

  private long sum(ToLongFunction<Client> counter) {
    return clients.stream().mapToLong(counter).sum();
  }
}
