package dev.yardmaster.benchmarks.run;

import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.benchmarks.load.LoadRun;
import dev.yardmaster.benchmarks.load.MeasuredService;
import dev.yardmaster.benchmarks.load.RecordedInterval;
import dev.yardmaster.benchmarks.measure.ComparisonStatus;
import dev.yardmaster.benchmarks.measure.Round;
import dev.yardmaster.benchmarks.measure.RoundProgress;
import dev.yardmaster.benchmarks.measure.Side;
import dev.yardmaster.benchmarks.workload.CallWindow;
import dev.yardmaster.benchmarks.workload.WorkloadFailure;
import dev.yardmaster.history.HistoryLog;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.workloads.WorkloadRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.agrona.concurrent.NanoClock;

/**
 * Runs the pipeline with one side's settings in rounds. Each round starts a fresh service, loads
 * it, runs the workload, checks the invariant and closes the service. On a durable side, each round
 * gets a data directory. At the end of the round, another service recovers the directory, and the
 * invariant must also hold on the recovered data.
 */
public final class PipelineRounds implements Side {

  private static final int MAX_OUTSTANDING_LOADS = 32;

  private final PipelineSide side;
  private final Experiment experiment;
  private final Launcher launcher;
  private final NanoClock clock;

  private record Played(RecordedInterval recording, Optional<String> brokenInvariant) {}

  /** Creates the rounds of one side of an experiment. */
  public PipelineRounds(
      PipelineSide side, Experiment experiment, Launcher launcher, NanoClock clock) {
    this.side = side;
    this.experiment = experiment;
    this.launcher = launcher;
    this.clock = clock;
  }

  /** Returns all sides of an experiment. */
  public static List<PipelineRounds> of(Experiment experiment, Launcher launcher, NanoClock clock) {
    return experiment.sides().stream()
        .map(side -> new PipelineRounds(side, experiment, launcher, clock))
        .toList();
  }

  @Override
  public String label() {
    return side.label();
  }

  @Override
  public Map<String, Object> settings() {
    return PipelineRunSettings.of(experiment, side);
  }

  @Override
  public Round run(int repeat, long recordedNs, RoundProgress progress)
      throws InterruptedException {
    try {
      if (experiment.histories().isPresent()) {
        Histories histories = experiment.histories().get();
        Path file = histories.file(experiment.workload().name(), side, repeat);
        try (RoundHistory history = new RoundHistory(file, histories.kept())) {
          Played played = play(history.log(), recordedNs, progress);
          return round(played, history.check());
        }
      }
      if (side.recorded()) {
        try (RoundHistory history = new RoundHistory(temporaryFile(), false)) {
          return round(play(history.log(), recordedNs, progress), Optional.empty());
        }
      }
      return round(play(null, recordedNs, progress), Optional.empty());
    } catch (YardmasterException e) {
      if (Thread.interrupted()) {
        throw new InterruptedException(); // The interrupt has closed the service's files.
      }
      throw e;
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

  private Round round(Played played, Optional<String> anomaly) {
    return Round.of(
        PipelineRoundMetrics.of(played.recording(), side.isDurable()),
        Stream.of(played.brokenInvariant(), anomaly)
            .flatMap(Optional::stream)
            .reduce((invariant, history) -> invariant + "; " + history));
  }

  private Played play(HistoryLog history, long recordedNs, RoundProgress progress)
      throws InterruptedException {
    if (!side.isDurable()) {
      PipelineConfig config = side.configure(experiment.pipeline());
      WorkloadRun run = experiment.workload().begin(experiment.clients());
      return play(config, run, history, recordedNs, progress);
    }
    try (ScratchDirectory directory = ScratchDirectory.in(experiment.data())) {
      PipelineConfig config = side.configure(experiment.pipeline(), directory.path());
      WorkloadRun run = experiment.workload().begin(experiment.clients());
      Played played = play(config, run, history, recordedNs, progress);
      return played.brokenInvariant().isPresent()
          ? played
          : new Played(played.recording(), brokenWhenRecovered(config, run));
    }
  }

  private Optional<String> brokenWhenRecovered(PipelineConfig config, WorkloadRun run)
      throws InterruptedException {
    try (TransactionService service = launcher.launch(config, null).service()) {
      register(service);
      return run.brokenInvariant(service).map(line -> "after recovery: " + line);
    }
  }

  private Played play(
      PipelineConfig config,
      WorkloadRun run,
      HistoryLog history,
      long recordedNs,
      RoundProgress progress)
      throws InterruptedException {
    MeasuredService measured = launcher.launch(config, history);
    try (var service = measured.service();
        var calls = experiment.logic().over(service, config.concurrency())) {
      progress.report(ComparisonStatus.Stage.LOADING, 0);
      load(service, config.concurrency());
      RecordedInterval recording =
          load(
                  new MeasuredService(calls, measured.counters(), measured.cpuNs()),
                  run,
                  config.concurrency())
              .run(experiment.warmUpNs(), recordedNs, progress);
      return new Played(recording, run.brokenInvariant(service));
    }
  }

  private LoadRun load(MeasuredService measured, WorkloadRun run, int concurrency) {
    return experiment
        .openLoad()
        .map(open -> LoadRun.open(measured, run, open, clock))
        .orElseGet(() -> LoadRun.closed(measured, run, concurrency, experiment.clients(), clock));
  }

  /**
   * Loads the initial data by procedures even if the logic is interactive, because loading is not
   * measured and procedures are faster.
   */
  private void load(TransactionService service, int concurrency) throws InterruptedException {
    register(service);
    new CallWindow(service, Math.min(concurrency, MAX_OUTSTANDING_LOADS))
        .run(experiment.workload().load(), loaded -> {});
  }

  private void register(TransactionService service) {
    for (Procedure<?, ?> procedure : experiment.workload().procedures()) {
      service.register(procedure);
    }
  }
}
