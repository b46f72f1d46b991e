package dev.yardmaster.benchmarks.experiment.batching;

import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.TransactionService;
import dev.yardmaster.benchmarks.load.LoadRun;
import dev.yardmaster.benchmarks.load.MeasuredService;
import dev.yardmaster.benchmarks.measure.ComparisonStatus.Stage;
import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.MetricValues;
import dev.yardmaster.benchmarks.measure.Round;
import dev.yardmaster.benchmarks.measure.RoundProgress;
import dev.yardmaster.benchmarks.measure.Side;
import dev.yardmaster.benchmarks.workload.CallWindow;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.workloads.Workload;
import dev.yardmaster.workloads.WorkloadRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.agrona.concurrent.NanoClock;

/**
 * A side that runs two pipelines in turns. Each phase of the workload has four turns of equal
 * length: first, second, second, first. With this order, a steady drift of the machine's speed does
 * not affect the ratio of the pipelines.
 *
 * @param configs the settings of the two pipelines
 */
record TurnsSide(
    String label, List<PipelineConfig> configs, Workload workload, long warmUpNs, NanoClock clock)
    implements Side {

  private static final int[] TURNS = {0, 1, 1, 0};
  private static final int MAX_OUTSTANDING_LOADS = 32;

  /** The time before each turn, in ns, in which the load of the turn fills the pipeline. */
  private static final long FILL_NS = 10_000_000;

  /** A pipeline and its run of the workload. */
  private record Player(MeasuredService measured, WorkloadRun run) {}

  /** Returns the metric for the committed transactions per second of a pipeline in a phase. */
  static Metric committed(int phase, int pipeline) {
    return Metric.tick(2 * phase + pipeline);
  }

  @Override
  public Round run(int repeat, long recordedNs, RoundProgress progress)
      throws InterruptedException {
    progress.report(Stage.LOADING, 0);
    MeasuredService first = MeasuredService.pipeline(configs.get(0), null);
    try (TransactionService firstService = first.service()) {
      Player firstPlayer = loaded(first, firstService);
      MeasuredService second = MeasuredService.pipeline(configs.get(1), null);
      try (TransactionService secondService = second.service()) {
        return play(List.of(firstPlayer, loaded(second, secondService)), recordedNs, progress);
      }
    }
  }

  private Player loaded(MeasuredService measured, TransactionService service)
      throws InterruptedException {
    for (Procedure<?, ?> procedure : workload.procedures()) {
      service.register(procedure);
    }
    new CallWindow(service, MAX_OUTSTANDING_LOADS).run(workload.load(), loaded -> {});
    return new Player(measured, workload.begin(1));
  }

  private Round play(List<Player> players, long recordedNs, RoundProgress progress)
      throws InterruptedException {
    for (int player = 0; player < players.size(); player++) {
      double unused = turn(players, player, warmUpNs, 0, Stage.WARMING_UP, progress);
    }
    int phases = players.get(0).run().phases();
    long turnNs = recordedNs / phases / TURNS.length;
    MetricValues values = new MetricValues();
    for (int phase = 0; phase < phases; phase++) {
      double[] committed = new double[players.size()];
      for (int player : TURNS) {
        players.get(player).run().enter(phase);
        committed[player] += turn(players, player, FILL_NS, turnNs, Stage.RECORDING, progress);
      }
      for (int player = 0; player < players.size(); player++) {
        values.put(committed(phase, player), committed[player] * players.size() / TURNS.length);
      }
    }
    progress.report(Stage.CHECKING, 0);
    List<String> findings = new ArrayList<>();
    for (Player player : players) {
      Optional<String> broken = player.run().brokenInvariant(player.measured().service());
      broken.ifPresent(findings::add);
    }
    return new Round(values, findings, List.of());
  }

  /** Returns the committed transactions per second. */
  private double turn(
      List<Player> players,
      int player,
      long fillNs,
      long turnNs,
      Stage stage,
      RoundProgress progress)
      throws InterruptedException {
    PipelineConfig config = configs.get(player);
    Player turn = players.get(player);
    return LoadRun.closed(turn.measured(), turn.run(), config.concurrency(), 1, clock)
        .run(fillNs, turnNs, (ignored, perSecond) -> progress.report(stage, perSecond))
        .committedPerSecond();
  }
}
