package dev.yardmaster.benchmarks.wire;

import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.benchmarks.load.LoadRun;
import dev.yardmaster.benchmarks.load.MeasuredService;
import dev.yardmaster.benchmarks.load.RecordedInterval;
import dev.yardmaster.benchmarks.measure.ComparisonStatus;
import dev.yardmaster.benchmarks.measure.Round;
import dev.yardmaster.benchmarks.measure.RoundProgress;
import dev.yardmaster.benchmarks.workload.CallWindow;
import dev.yardmaster.workloads.Workload;
import dev.yardmaster.workloads.WorkloadRun;

/** One round of a workload on any service. Only the clients measure the service. */
public final class ServiceRound {

  private static final int MAX_OUTSTANDING_LOADS = 32;

  private ServiceRound() {}

  /**
   * Loads the data, runs the load, and checks the invariant.
   *
   * @param listener is called after the data are loaded and before the warm-up
   * @throws dev.yardmaster.benchmarks.workload.WorkloadFailure if a transaction ended with an
   *     unexpected outcome
   */
  public static Round run(
      TransactionService service,
      Workload workload,
      WireLoad load,
      long recordedNs,
      RoundProgress progress,
      ServerSide.Loaded listener)
      throws InterruptedException {
    progress.report(ComparisonStatus.Stage.LOADING, 0);
    for (Procedure<?, ?> procedure : workload.procedures()) {
      service.register(procedure);
    }
    new CallWindow(service, MAX_OUTSTANDING_LOADS).run(workload.load(), loaded -> {});
    listener.loaded();
    WorkloadRun run = workload.begin(1);
    MeasuredService measured = MeasuredService.remote(service);
    LoadRun loadRun =
        load.openLoad()
            .map(open -> LoadRun.open(measured, run, open, load.clock()))
            .orElseGet(() -> LoadRun.closed(measured, run, load.concurrency(), 1, load.clock()));
    RecordedInterval recording = loadRun.run(load.warmUpNs(), recordedNs, progress);
    return Round.of(WireMetrics.of(recording), run.brokenInvariant(service));
  }
}
