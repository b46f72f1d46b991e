package dev.yardmaster.benchmarks.run;

import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.benchmarks.workload.CallWindow;
import dev.yardmaster.benchmarks.workload.Workload;
import dev.yardmaster.benchmarks.workload.WorkloadFailure;
import dev.yardmaster.benchmarks.workload.WorkloadRun;
import dev.yardmaster.history.HistoryLog;
import dev.yardmaster.processor.PipelineConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.agrona.concurrent.NanoClock;

/** One side once: starts a fresh service, loads it, runs, checks the invariant, closes it. */
final class Round {

  private static final int MAX_OUTSTANDING_LOADS = 32;

  private final Experiment experiment;
  private final Launcher launcher;
  private final NanoClock clock;

  /** A round's figures, and what is wrong with its data. */
  record Ended(Figures figures, Optional<String> brokenInvariant) {}

  private record Played(Recording recording, Optional<String> brokenInvariant) {}

  Round(Experiment experiment, Launcher launcher, NanoClock clock) {
    this.experiment = experiment;
    this.launcher = launcher;
    this.clock = clock;
  }

  /**
   * Runs it.
   *
   * @param repeat the round's number among those of its side
   */
  Ended run(
      Side side, int repeat, long warmUpNs, long recordedNs, ClosedLoop.IntervalProgress progress)
      throws InterruptedException {
    try {
      if (experiment.histories().isPresent()) {
        Histories histories = experiment.histories().get();
        Path file = histories.file(experiment.workload().name(), side, repeat);
        try (RoundHistory history = new RoundHistory(file, histories.kept())) {
          Played played = play(side, history.log(), warmUpNs, recordedNs, progress);
          return ended(played, history.check());
        }
      }
      if (side.recorded()) {
        try (RoundHistory history = new RoundHistory(temporaryFile(), false)) {
          return ended(play(side, history.log(), warmUpNs, recordedNs, progress), Optional.empty());
        }
      }
      return ended(play(side, null, warmUpNs, recordedNs, progress), Optional.empty());
    } catch (WorkloadFailure e) {
      throw new WorkloadFailure(side.label() + ": " + e.getMessage(), e);
    }
  }

  private static Path temporaryFile() {
    try {
      return Files.createTempFile("yardmaster-", ".history");
    } catch (IOException e) {
      throw new WorkloadFailure("cannot record a history: " + e.getMessage(), e);
    }
  }

  private static Ended ended(Played played, Optional<String> anomaly) {
    Optional<String> broken =
        Stream.of(played.brokenInvariant(), anomaly)
            .flatMap(Optional::stream)
            .reduce((invariant, history) -> invariant + "; " + history);
    return new Ended(Figures.of(played.recording(), broken.isEmpty()), broken);
  }

  private Played play(
      Side side,
      HistoryLog history,
      long warmUpNs,
      long recordedNs,
      ClosedLoop.IntervalProgress progress)
      throws InterruptedException {
    PipelineConfig config = side.configure(experiment.pipeline());
    Launched launched = launcher.launch(config, history);
    try (var service = launched.service();
        var calls = experiment.logic().over(service, config.concurrency())) {
      progress.report(Standing.Stage.LOADING, 0);
      load(service, config.concurrency());
      WorkloadRun run = experiment.workload().begin(experiment.clients());
      Recording recording =
          new ClosedLoop(
                  new Launched(calls, launched.counters()),
                  run,
                  config.concurrency(),
                  experiment.clients(),
                  clock)
              .run(warmUpNs, recordedNs, progress);
      return new Played(recording, run.brokenInvariant(service));
    }
  }

  /** As procedures in any case: what is not measured may as well be quick. */
  private void load(TransactionService service, int concurrency) throws InterruptedException {
    Workload workload = experiment.workload();
    for (Procedure<?, ?> procedure : workload.procedures()) {
      service.register(procedure);
    }
    new CallWindow(service, Math.min(concurrency, MAX_OUTSTANDING_LOADS))
        .run(workload.load(), loaded -> {});
  }
}
