package dev.yardmaster.benchmarks.load;

import dev.yardmaster.benchmarks.measure.RoundProgress;
import dev.yardmaster.benchmarks.measure.Standing;
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
 * Runs a workload under a load: warms up, records, drains. The calling thread coordinates; the
 * clients act on the service's threads, and those of an open loop on their own besides.
 */
public final class LoadRun {

  private static final long REPORT_INTERVAL_NS = 100_000_000;
  private static final long TICK_NS = 5_000_000;
  private static final long DRAIN_TIMEOUT_NS = 90_000_000_000L;
  private static final double NS_PER_SECOND = 1e9;

  private final Launched launched;
  private final NanoClock clock;
  private final LoopState state = new LoopState();
  private final List<Client> clients = new ArrayList<>();

  private LoadRun(Launched launched, NanoClock clock) {
    this.launched = launched;
    this.clock = clock;
  }

  /** A run with a fixed number of transactions outstanding. */
  public static LoadRun closed(
      Launched launched, WorkloadRun run, int concurrency, int clientCount, NanoClock clock) {
    LoadRun closed = new LoadRun(launched, clock);
    for (int i = 0; i < clientCount; i++) {
      int share = concurrency / clientCount + (i < concurrency % clientCount ? 1 : 0);
      closed.clients.add(
          new ClosedClient(launched.service(), run.client(i), closed.state, clock, share));
    }
    return closed;
  }

  /** A run whose transactions come by a clock. */
  public static LoadRun open(Launched launched, WorkloadRun run, OpenLoad load, NanoClock clock) {
    LoadRun open = new LoadRun(launched, clock);
    open.clients.add(new OpenClient(launched.service(), run.client(0), open.state, clock, load));
    return open;
  }

  /**
   * Runs once.
   *
   * @throws WorkloadFailure if a transaction ended as none should, or did not end
   */
  public Recording run(long warmUpNs, long recordedNs, RoundProgress progress)
      throws InterruptedException {
    clients.forEach(Client::start);
    try {
      pass(warmUpNs, Standing.Stage.WARMING_UP, progress);
      System.gc(); // garbage of loading and warming up is not the recorded interval's
      long cpuNsBefore = launched.cpuNs().getAsLong();
      PipelineCounters countersBefore = launched.counters().get();
      Counts before = counts();
      long beginNs = clock.nanoTime();
      state.enter(Phase.RECORDED);
      pass(recordedNs, Standing.Stage.RECORDING, progress);
      Counts counts = counts().since(before);
      long elapsedNs = clock.nanoTime() - beginNs;
      PipelineCounters counters = launched.counters().get().since(countersBefore);
      long cpuNs = launched.cpuNs().getAsLong() - cpuNsBefore;
      progress.report(Standing.Stage.CHECKING, 0);
      drain();
      return new Recording(elapsedNs, counts, mostRestarts(), counters, cpuNs, latencies());
    } finally {
      state.enter(Phase.ABANDONED);
      clients.forEach(Client::stop);
    }
  }

  private void pass(long intervalNs, Standing.Stage stage, RoundProgress progress)
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
    clients.forEach(Client::tick);
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

  private Counts counts() {
    return new Counts(
        sum(Client::committed),
        sum(Client::answered),
        sum(Client::restarts),
        sum(Client::overloaded),
        sum(Client::offered),
        sum(Client::dropped));
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
