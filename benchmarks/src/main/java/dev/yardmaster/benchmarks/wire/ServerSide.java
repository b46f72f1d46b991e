package dev.yardmaster.benchmarks.wire;

import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.benchmarks.load.LoadRun;
import dev.yardmaster.benchmarks.load.MeasuredService;
import dev.yardmaster.benchmarks.load.RecordedInterval;
import dev.yardmaster.benchmarks.measure.ComparisonStatus;
import dev.yardmaster.benchmarks.measure.Round;
import dev.yardmaster.benchmarks.measure.RoundProgress;
import dev.yardmaster.benchmarks.measure.Side;
import dev.yardmaster.benchmarks.workload.CallWindow;
import dev.yardmaster.benchmarks.workload.Workload;
import dev.yardmaster.benchmarks.workload.WorkloadFailure;
import dev.yardmaster.benchmarks.workload.WorkloadRun;

/**
 * A side that runs a workload on a server. Loading writes every account again, so one server can
 * serve all rounds.
 *
 * @param connect opens a connected service; each round opens a service and closes it
 */
public record ServerSide(String label, Workload workload, Connect connect, WireLoad load)
    implements Side {

  private static final int MAX_OUTSTANDING_LOADS = 32;

  /** Opens a service that is connected to the server. */
  @FunctionalInterface
  public interface Connect {
    /** Connects to the server and returns the service. */
    TransactionService connect() throws InterruptedException;
  }

  /** A listener that is called after a round has loaded its data and before its load begins. */
  @FunctionalInterface
  public interface Loaded {
    /**
     * The side calls this method when the data is loaded. The load begins when this method returns.
     */
    void loaded() throws InterruptedException;
  }

  @Override
  public Round run(int repeat, long recordedNs, RoundProgress progress)
      throws InterruptedException {
    return run(recordedNs, progress, () -> {});
  }

  /** Runs one round as {@link Side#run} does. The listener is called before the warm-up. */
  public Round run(long recordedNs, RoundProgress progress, Loaded listener)
      throws InterruptedException {
    try (TransactionService service = connect.connect()) {
      progress.report(ComparisonStatus.Stage.LOADING, 0);
      for (Procedure<?, ?> procedure : workload.procedures()) {
        service.register(procedure);
      }
      new CallWindow(service, MAX_OUTSTANDING_LOADS).run(workload.load(), loaded -> {});
      listener.loaded();
      WorkloadRun run = workload.begin(1);
      RecordedInterval recording =
          loadRun(MeasuredService.remote(service), run).run(load.warmUpNs(), recordedNs, progress);
      return Round.of(WireMetrics.of(recording), run.brokenInvariant(service));
    } catch (WorkloadFailure e) {
      throw new WorkloadFailure(label + ": " + e.getMessage(), e);
    }
  }

  private LoadRun loadRun(MeasuredService measured, WorkloadRun run) {
    return load.openLoad()
        .map(open -> LoadRun.open(measured, run, open, load.clock()))
        .orElseGet(() -> LoadRun.closed(measured, run, load.concurrency(), 1, load.clock()));
  }
}
