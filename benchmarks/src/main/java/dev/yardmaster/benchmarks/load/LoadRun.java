package dev.yardmaster.benchmarks.load;

import dev.yardmaster.benchmarks.measure.ComparisonStatus;
import dev.yardmaster.benchmarks.measure.Garbage;
import dev.yardmaster.benchmarks.measure.RoundProgress;
import dev.yardmaster.benchmarks.workload.WorkloadFailure;
import dev.yardmaster.processor.PipelineCounters;
import dev.yardmaster.workloads.WorkloadRun;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import org.HdrHistogram.Histogram;
import org.agrona.concurrent.NanoClock;

/**
 * Runs a workload under a load: it warms up, records an interval, and waits for the outstanding
 * transactions. The calling thread coordinates the run. The clients run on the service's threads;
 * the client of an open loop also has its own thread.
 */
public final class LoadRun {

  private static final long REPORT_INTERVAL_NS = 100_000_000;
  private static final long TICK_NS = 5_000_000;
  private static final long DRAIN_TIMEOUT_NS = 90_000_000_000L;
  private static final double NS_PER_SECOND = 1e9;

  private final MeasuredService measured;
  private final NanoClock clock;
  private final LoopState state = new LoopState();
  private final List<LoadClient> clients = new ArrayList<>();

  private LoadRun(MeasuredService measured, NanoClock clock) {
    this.measured = measured;
    this.clock = clock;
  }

  /** Runs a closed loop, with a fixed number of outstanding transactions. */
  public static LoadRun closed(
      MeasuredService measured,
      WorkloadRun run,
      int concurrency,
      int clientCount,
      NanoClock clock) {
    LoadRun closed = new LoadRun(measured, clock);
    for (int i = 0; i < clientCount; i++) {
      int share = concurrency / clientCount + (i < concurrency % clientCount ? 1 : 0);
      closed.clients.add(
          new ClosedClient(measured.service(), run.client(i), closed.state, clock, share));
    }
    return closed;
  }

  /** Returns a run in an open loop. */
  public static LoadRun open(
      MeasuredService measured, WorkloadRun run, OpenLoad load, NanoClock clock) {
    LoadRun open = new LoadRun(measured, clock);
    open.clients.add(new OpenClient(measured.service(), run.client(0), open.state, clock, load));
    return open;
  }

  /**
   * Runs the workload. Call this method at most once.
   *
   * @throws WorkloadFailure if a transaction ended with an unexpected outcome, or did not end
   */
  public RecordedInterval run(long warmUpNs, long recordedNs, RoundProgress progress)
      throws InterruptedException {
    clients.forEach(LoadClient::start);
    try {
      pass(warmUpNs, ComparisonStatus.Stage.WARMING_UP, progress);
      Garbage.collect();
      long cpuNsBefore = measured.cpuNs().getAsLong();
      PipelineCounters countersBefore = measured.counters().get();
      ClientCounts before = counts();
      long beginNs = clock.nanoTime();
      state.enter(LoopPhase.RECORDED);
      pass(recordedNs, ComparisonStatus.Stage.RECORDING, progress);
      ClientCounts counts = counts().since(before);
      long elapsedNs = clock.nanoTime() - beginNs;
      PipelineCounters counters = measured.counters().get().since(countersBefore);
      long cpuNs = measured.cpuNs().getAsLong() - cpuNsBefore;
      progress.report(ComparisonStatus.Stage.CHECKING, 0);
      drain();
      return new RecordedInterval(elapsedNs, counts, mostRestarts(), counters, cpuNs, latencies());
    } finally {
      state.enter(LoopPhase.ABANDONED);
      clients.forEach(LoadClient::stop);
    }
  }

  private void pass(long intervalNs, ComparisonStatus.Stage stage, RoundProgress progress)
      throws InterruptedException {
    long committedBefore = sum(LoadClient::committed);
    long beginNs = clock.nanoTime();
    long passedNs = 0;
    long reportedNs = 0;
    progress.report(stage, 0);
    while (passedNs < intervalNs) {
      tick(intervalNs - passedNs);
      passedNs = clock.nanoTime() - beginNs;
      if (passedNs - reportedNs >= REPORT_INTERVAL_NS) {
        reportedNs = passedNs;
        long committed = sum(LoadClient::committed) - committedBefore;
        progress.report(stage, committed * NS_PER_SECOND / Math.max(1, passedNs));
      }
    }
  }

  private void tick(long mostNs) throws InterruptedException {
    TimeUnit.NANOSECONDS.sleep(Math.min(TICK_NS, mostNs));
    state.throwIfFailed();
    clients.forEach(LoadClient::tick);
  }

  private void drain() throws InterruptedException {
    state.enter(LoopPhase.DRAINING);
    long beginNs = clock.nanoTime();
    while (sum(LoadClient::outstanding) > 0) {
      tick(TICK_NS);
      if (clock.nanoTime() - beginNs >= DRAIN_TIMEOUT_NS) {
        throw new WorkloadFailure(
            "transactions had no outcome "
                + TimeUnit.NANOSECONDS.toSeconds(DRAIN_TIMEOUT_NS)
                + " s after the last submission");
      }
    }
  }

  private ClientCounts counts() {
    return new ClientCounts(
        sum(LoadClient::committed),
        sum(LoadClient::answered),
        sum(LoadClient::restarts),
        sum(LoadClient::overloaded),
        sum(LoadClient::offered),
        sum(LoadClient::dropped));
  }

  private Histogram latencies() {
    Histogram all = clients.get(0).latencyNs();
    clients.stream().skip(1).forEach(client -> all.add(client.latencyNs()));
    return all;
  }

  private int mostRestarts() {
    return clients.stream().mapToInt(LoadClient::mostRestarts).max().orElse(0);
  }

  private long sum(ToLongFunction<LoadClient> counter) {
    return clients.stream().mapToLong(counter).sum();
  }
}
