package dev.yardmaster.benchmarks.experiment.scaling;

import dev.yardmaster.api.TransactionService;
import dev.yardmaster.benchmarks.load.CpuTime;
import dev.yardmaster.benchmarks.measure.ComparisonStatus.Stage;
import dev.yardmaster.benchmarks.measure.Garbage;
import dev.yardmaster.benchmarks.measure.Latency;
import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.MetricValues;
import dev.yardmaster.benchmarks.measure.RoundProgress;
import dev.yardmaster.benchmarks.run.PipelineRoundMetrics;
import dev.yardmaster.benchmarks.workload.WorkloadFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.HdrHistogram.Histogram;
import org.agrona.concurrent.NanoClock;

/**
 * One round of callers on a loaded service: a warm-up and a recorded interval. The thread that
 * calls {@link #run} coordinates the round; each caller has its own thread.
 */
final class LambdaRound {

  /** The phase of a round, which tells the callers what to do. */
  enum Phase {
    /** Callers run transfers. */
    WARM_UP,
    /** Callers run transfers and record them. */
    RECORDED,
    /** Callers end after their current transfer. */
    OVER
  }

  private static final long END_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(90);
  private static final double NS_PER_SECOND = 1e9;

  private final NanoClock clock;
  private final List<LambdaCaller> callers = new ArrayList<>();

  /** The first failure of a caller. Callers write it, and the coordinator reads it. */
  private final AtomicReference<Throwable> failure = new AtomicReference<>();

  /**
   * Reaches 0 when a caller fails, so that the coordinator stops waiting for the end of the
   * interval.
   */
  private final CountDownLatch failed = new CountDownLatch(1);

  /** The current phase. Only the coordinator writes it, and callers read it. */
  private volatile Phase phase = Phase.WARM_UP;

  /**
   * Creates a round.
   *
   * @param drawn the transfers of all callers, as in {@link Accounts#draw}; the callers begin at
   *     equally spaced indexes of the array
   * @param count number of callers
   */
  LambdaRound(
      TransactionService service, Accounts accounts, int[] drawn, int count, NanoClock clock) {
    this.clock = clock;
    int share = drawn.length / 2 / count;
    for (int i = 0; i < count; i++) {
      callers.add(new LambdaCaller(this, service, clock, accounts, drawn, 2 * share * i));
    }
  }

  Phase phase() {
    return phase;
  }

  /**
   * Runs the round and returns its figures. Call this method at most once.
   *
   * @throws WorkloadFailure if a transfer did not commit, or did not end before the time limit
   */
  MetricValues run(long warmUpNs, long recordedNs, RoundProgress progress)
      throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    for (LambdaCaller caller : callers) {
      Thread thread = new Thread(() -> call(caller), "caller-" + threads.size());
      thread.setDaemon(true);
      threads.add(thread);
    }
    progress.report(Stage.WARMING_UP, 0);
    threads.forEach(Thread::start);
    long elapsedNs;
    long cpuNs;
    try {
      pass(warmUpNs);
      Garbage.collect();
      progress.report(Stage.RECORDING, 0);
      long beganCpuNs = CpuTime.ofThisProcess();
      long beganNs = clock.nanoTime();
      phase = Phase.RECORDED;
      pass(recordedNs);
      elapsedNs = clock.nanoTime() - beganNs;
      cpuNs = CpuTime.ofThisProcess() - beganCpuNs;
    } finally {
      phase = Phase.OVER;
    }
    progress.report(Stage.CHECKING, 0);
    awaitEnd(threads);
    return values(elapsedNs, cpuNs);
  }

  private void call(LambdaCaller caller) {
    try {
      caller.call();
    } catch (RuntimeException | Error e) {
      failure.compareAndSet(null, e);
      failed.countDown();
    }
  }

  /** Waits for an interval to pass. */
  private void pass(long intervalNs) throws InterruptedException {
    if (failed.await(intervalNs, TimeUnit.NANOSECONDS)) {
      throwIfFailed();
    }
  }

  private void awaitEnd(List<Thread> threads) throws InterruptedException {
    long deadlineNs = clock.nanoTime() + END_TIMEOUT_NS;
    for (Thread thread : threads) {
      thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(deadlineNs - clock.nanoTime())));
      if (thread.isAlive()) {
        throw new WorkloadFailure(
            thread.getName()
                + " has not ended "
                + TimeUnit.NANOSECONDS.toSeconds(END_TIMEOUT_NS)
                + " s after the round");
      }
    }
    throwIfFailed();
  }

  private void throwIfFailed() {
    Throwable first = failure.get();
    if (first != null) {
      throw first instanceof WorkloadFailure known
          ? known
          : new WorkloadFailure("a caller stopped: " + first, first);
    }
  }

  private MetricValues values(long elapsedNs, long cpuNs) {
    Histogram latencyNs = callers.get(0).latencyNs();
    callers.stream().skip(1).forEach(caller -> latencyNs.add(caller.latencyNs()));
    double committed = callers.stream().mapToLong(LambdaCaller::committed).sum();
    double attempts = callers.stream().mapToLong(LambdaCaller::attempts).sum();
    return new MetricValues()
        .put(Metric.COMMITTED, committed * NS_PER_SECOND / elapsedNs)
        .put(LambdaPoint.ATTEMPTS, attempts / committed)
        .put(PipelineRoundMetrics.CPU_NS, cpuNs / committed)
        .putAll(Latency.of(latencyNs));
  }
}
