package dev.yardmaster.benchmarks.run;

import dev.yardmaster.history.HistoryLog;
import dev.yardmaster.processor.PipelineConfig;
import java.util.function.Consumer;
import org.agrona.concurrent.NanoClock;

/**
 * Runs a durable side at full load for long, and samples every second what must not grow: the data
 * directory, the heap, the threads. Then the round ends as any other: the invariant is checked, on
 * the service and on what is recovered.
 */
public final class Soak {

  private final Experiment experiment;
  private final Launcher launcher;
  private final NanoClock clock;
  private final Consumer<SoakSample> progress;
  private Launched watched;
  private SoakWatch watch;

  /**
   * A run that is yet to begin.
   *
   * @param experiment of one side, which is durable; its repeats do not matter
   * @param progress hears every sample
   */
  public Soak(
      Experiment experiment, Launcher launcher, NanoClock clock, Consumer<SoakSample> progress) {
    this.experiment = experiment;
    this.launcher = launcher;
    this.clock = clock;
    this.progress = progress;
  }

  /** Runs it, once. */
  public SoakFindings run() throws InterruptedException {
    Round.Ended ended =
        new Round(experiment, this::launch, clock)
            .run(
                experiment.sides().get(0),
                1,
                experiment.warmUpNs(),
                experiment.recordedNs(),
                (stage, rate) -> {
                  if (stage == Standing.Stage.RECORDING) {
                    watch.look();
                  }
                });
    return watch.findings(experiment.pipeline().durability(), ended.brokenInvariant());
  }

  /** The first launch is watched; the one that recovers is not. */
  private Launched launch(PipelineConfig config, HistoryLog history) {
    Launched launched = launcher.launch(config, history);
    if (watched == null) {
      watched = launched;
      watch =
          new SoakWatch(
              config.durability().directory(),
              launched.counters(),
              experiment.recordedNs(),
              clock,
              progress);
    }
    return launched;
  }
}
