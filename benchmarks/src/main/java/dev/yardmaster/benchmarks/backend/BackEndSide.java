package dev.yardmaster.benchmarks.backend;

import dev.yardmaster.benchmarks.measure.Round;
import dev.yardmaster.benchmarks.measure.RoundProgress;
import dev.yardmaster.benchmarks.measure.Side;
import dev.yardmaster.benchmarks.wire.ServiceRound;
import dev.yardmaster.benchmarks.wire.WireLoad;
import dev.yardmaster.benchmarks.workload.WorkloadFailure;
import dev.yardmaster.workloads.Workload;

/** Runs a workload on one back end. Each round starts the back end anew, without data. */
record BackEndSide(String label, Workload workload, ServiceStarter backEnd, WireLoad load)
    implements Side {

  @Override
  public Round run(int repeat, long recordedNs, RoundProgress progress)
      throws InterruptedException {
    try (ServiceStarter.Running running = backEnd.start()) {
      return ServiceRound.run(running.service(), workload, load, recordedNs, progress, () -> {});
    } catch (WorkloadFailure e) {
      throw new WorkloadFailure(label + ": " + e.getMessage(), e);
    }
  }
}
