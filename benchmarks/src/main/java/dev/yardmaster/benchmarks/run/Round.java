package dev.yardmaster.benchmarks.run;

import dev.yardmaster.api.Procedure;
import dev.yardmaster.benchmarks.workload.CallWindow;
import dev.yardmaster.benchmarks.workload.Workload;
import dev.yardmaster.benchmarks.workload.WorkloadFailure;
import dev.yardmaster.benchmarks.workload.WorkloadRun;
import dev.yardmaster.processor.PipelineConfig;
import java.util.Optional;
import org.agrona.concurrent.NanoClock;

/** One side once: starts a fresh service, loads it, runs, checks the invariant, closes it. */
final class Round {

  private static final int MAX_OUTSTANDING_LOADS = 32;

  private final Experiment experiment;
  private final Launcher launcher;
  private final NanoClock clock;

  /** A round's figures, and what is wrong with its data. */
  record Ended(Figures figures, Optional<String> brokenInvariant) {}

  Round(Experiment experiment, Launcher launcher, NanoClock clock) {
    this.experiment = experiment;
    this.launcher = launcher;
    this.clock = clock;
  }

  Ended run(Side side, long warmUpNs, long recordedNs, ClosedLoop.IntervalProgress progress)
      throws InterruptedException {
    PipelineConfig config = side.configure(experiment.pipeline());
    Launched launched = launcher.launch(config);
    try (var service = launched.service()) {
      progress.report(Standing.Stage.LOADING, 0);
      load(launched, config.concurrency());
      WorkloadRun run = experiment.workload().begin(experiment.clients());
      Recording recording =
          new ClosedLoop(launched, run, config.concurrency(), experiment.clients(), clock)
              .run(warmUpNs, recordedNs, progress);
      Optional<String> broken = run.brokenInvariant(service);
      return new Ended(Figures.of(recording, broken.isEmpty()), broken);
    } catch (WorkloadFailure e) {
      throw new WorkloadFailure(side.label() + ": " + e.getMessage(), e);
    }
  }

  private void load(Launched launched, int concurrency) throws InterruptedException {
    Workload workload = experiment.workload();
    for (Procedure<?, ?> procedure : workload.procedures()) {
      launched.service().register(procedure);
    }
    new CallWindow(launched.service(), Math.min(concurrency, MAX_OUTSTANDING_LOADS))
        .run(workload.load(), loaded -> {});
  }
}
