package dev.yardmaster.benchmarks.wire;

import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.benchmarks.run.Launched;
import dev.yardmaster.benchmarks.run.LoadRun;
import dev.yardmaster.benchmarks.run.Recording;
import dev.yardmaster.benchmarks.run.Standing;
import dev.yardmaster.benchmarks.workload.CallWindow;
import dev.yardmaster.benchmarks.workload.Workload;
import dev.yardmaster.benchmarks.workload.WorkloadFailure;
import dev.yardmaster.benchmarks.workload.WorkloadRun;
import java.util.Optional;

/**
 * A side that runs a workload. Loading writes every account anew, so that a server may be used for
 * one round after another.
 *
 * @param connect gives a connected service, which each round closes
 */
record BankSide(String label, Workload workload, Connect connect) implements WireSide {

  private static final int MAX_OUTSTANDING_LOADS = 32;

  /** Connects to what is measured. */
  @FunctionalInterface
  interface Connect {
    TransactionService connect() throws InterruptedException;
  }

  @Override
  public Ended run(WireLoad load, long recordedNs, LoadRun.IntervalProgress progress)
      throws InterruptedException {
    try (TransactionService service = connect.connect()) {
      progress.report(Standing.Stage.LOADING, 0);
      for (Procedure<?, ?> procedure : workload.procedures()) {
        service.register(procedure);
      }
      new CallWindow(service, MAX_OUTSTANDING_LOADS).run(workload.load(), loaded -> {});
      WorkloadRun run = workload.begin(1);
      Recording recording =
          loadRun(load, Launched.remote(service), run).run(load.warmUpNs(), recordedNs, progress);
      Optional<String> broken = run.brokenInvariant(service);
      return new Ended(WireFigures.of(recording, broken.isEmpty()), broken);
    } catch (WorkloadFailure e) {
      throw new WorkloadFailure(label + ": " + e.getMessage(), e);
    }
  }

  private static LoadRun loadRun(WireLoad load, Launched launched, WorkloadRun run) {
    return load.openLoad()
        .map(open -> LoadRun.open(launched, run, open, load.clock()))
        .orElseGet(() -> LoadRun.closed(launched, run, load.concurrency(), 1, load.clock()));
  }
}
