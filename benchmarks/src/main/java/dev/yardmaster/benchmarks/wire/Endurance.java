package dev.yardmaster.benchmarks.wire;

import dev.yardmaster.api.TransactionService;
import dev.yardmaster.benchmarks.run.Launched;
import dev.yardmaster.benchmarks.run.LoadRun;
import dev.yardmaster.benchmarks.run.Recording;
import dev.yardmaster.benchmarks.run.Standing;
import dev.yardmaster.benchmarks.workload.CallWindow;
import dev.yardmaster.benchmarks.workload.Workload;
import dev.yardmaster.benchmarks.workload.WorkloadFailure;
import dev.yardmaster.benchmarks.workload.WorkloadRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.agrona.concurrent.NanoClock;

/**
 * Runs a server with many connections and many transactions in flight for long, and samples every
 * second what of its memory is resident. A server in a child process has all its heap resident from
 * the beginning, so what grows is outside the heap; the heap has its own bound.
 */
public final class Endurance {

  private static final long SAMPLE_NS = 1_000_000_000L;
  private static final double NS_PER_SECOND = 1e9;
  private static final int MAX_OUTSTANDING_LOADS = 32;

  private final Workload workload;
  private final Yardmaster yardmaster;
  private final NanoClock clock;
  private final Consumer<EnduranceSample> progress;
  private final List<EnduranceSample> samples = new ArrayList<>();
  private long beganNs;
  private long sampledNs;

  /**
   * A run that is yet to begin.
   *
   * @param progress hears every sample
   */
  public Endurance(
      Workload workload,
      Yardmaster yardmaster,
      NanoClock clock,
      Consumer<EnduranceSample> progress) {
    this.workload = workload;
    this.yardmaster = yardmaster;
    this.clock = clock;
    this.progress = progress;
  }

  /**
   * Runs it, once.
   *
   * @throws WorkloadFailure if a transaction ended as none should, or the server did
   */
  public EnduranceFindings run(int connections, int concurrency, long warmUpNs, long recordedNs)
      throws InterruptedException {
    try (Yardmaster.Running server = yardmaster.start(concurrency);
        TransactionService service = yardmaster.connect(server.address(), connections)) {
      workload.procedures().forEach(service::register);
      new CallWindow(service, MAX_OUTSTANDING_LOADS).run(workload.load(), loaded -> {});
      ProcessMemory memory = new ProcessMemory(server.pid());
      WorkloadRun run = workload.begin(1);
      Recording recording =
          LoadRun.closed(Launched.remote(service), run, concurrency, 1, clock)
              .run(warmUpNs, recordedNs, (stage, rate) -> look(stage, rate, memory));
      Optional<String> broken = run.brokenInvariant(service);
      if (!server.isAlive()) {
        throw new WorkloadFailure("the server ended");
      }
      return new EnduranceFindings(samples, WireFigures.of(recording, broken.isEmpty()), broken);
    }
  }

  private void look(Standing.Stage stage, double committedPerSecond, ProcessMemory memory) {
    if (stage != Standing.Stage.RECORDING) {
      return;
    }
    long nowNs = clock.nanoTime();
    if (samples.isEmpty()) {
      beganNs = nowNs;
    } else if (nowNs - sampledNs < SAMPLE_NS) {
      return;
    }
    sampledNs = nowNs;
    EnduranceSample sample =
        new EnduranceSample(
            (nowNs - beganNs) / NS_PER_SECOND, committedPerSecond, memory.residentBytes());
    samples.add(sample);
    progress.accept(sample);
  }
}
