package dev.yardmaster.benchmarks.experiment.machines;

import dev.yardmaster.benchmarks.experiment.Point;
import dev.yardmaster.benchmarks.load.MeasuredService;
import dev.yardmaster.benchmarks.load.OpenLoad;
import dev.yardmaster.benchmarks.measure.Comparison;
import dev.yardmaster.benchmarks.measure.ProgressListener;
import dev.yardmaster.benchmarks.measure.Results;
import dev.yardmaster.benchmarks.measure.Results.Row;
import dev.yardmaster.benchmarks.measure.Round;
import dev.yardmaster.benchmarks.run.Experiment;
import dev.yardmaster.benchmarks.run.Logic;
import dev.yardmaster.benchmarks.run.PipelineRounds;
import dev.yardmaster.benchmarks.run.PipelineSide;
import dev.yardmaster.benchmarks.virtual.PipelineCosts;
import dev.yardmaster.benchmarks.virtual.VirtualLoad;
import dev.yardmaster.benchmarks.virtual.VirtualRun;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.workloads.Workload;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.agrona.concurrent.NanoClock;

/**
 * A point that compares predictions with measurements. Each layout of threads has a side on virtual
 * cores and a side on this machine's threads. The two sides have equal settings and equal loads.
 *
 * @param layouts the side of the pipeline for each layout, by its name
 * @param workload draws the transactions; it is called when the point is measured
 * @param pipeline the settings that all sides share
 * @param rate arrivals per second of an open loop; 0 for a closed loop
 */
record PredictionPoint(
    String key,
    Map<String, String> layouts,
    Supplier<Workload> workload,
    double skew,
    PipelineConfig pipeline,
    double rate,
    MachinesSizes sizes)
    implements Point {

  private static final int CORES = 2;
  private static final int MAX_OUTSTANDING = 100_000;
  private static final double WARM_UP = 0.5;
  private static final double NS_PER_SECOND = 1e9;

  PredictionPoint {
    layouts = new LinkedHashMap<>(layouts);
  }

  static String predicted(String layout) {
    return layout + " predicted";
  }

  static String measured(String layout) {
    return layout + " measured";
  }

  @Override
  public List<String> sides() {
    List<String> sides = new ArrayList<>();
    for (String layout : layouts.keySet()) {
      sides.add(predicted(layout));
      sides.add(measured(layout));
    }
    return sides;
  }

  @Override
  public double expectedSeconds() {
    return layouts.size() * (1 + WARM_UP) * (1 + sizes.repeats()) * sizes.seconds();
  }

  @Override
  public Results measure(NanoClock clock, ProgressListener progress) throws InterruptedException {
    Workload drawn = workload.get();
    Experiment experiment =
        new Experiment(
            drawn,
            skew,
            Logic.PROCEDURE,
            layouts.values().stream().map(PipelineSide::parse).toList(),
            pipeline,
            1,
            Math.round(WARM_UP * sizes.seconds() * NS_PER_SECOND),
            Math.round(sizes.seconds() * NS_PER_SECOND),
            sizes.repeats(),
            Optional.empty(),
            rate == 0
                ? Optional.empty()
                : Optional.of(
                    new OpenLoad(
                        rate, OpenLoad.Arrivals.POISSON, MAX_OUTSTANDING, pipeline.seed())),
            Path.of("reports", "data"));
    Results results =
        new Comparison(
                key,
                PipelineRounds.of(experiment, MeasuredService::pipeline, clock),
                experiment.plan(),
                clock,
                progress)
            .run()
            .orInterrupted();
    List<Row> rows = new ArrayList<>();
    List<String> findings = new ArrayList<>(results.findings());
    for (Map.Entry<String, String> layout : layouts.entrySet()) {
      Round round = predict(PipelineSide.parse(layout.getValue()), drawn);
      findings.addAll(round.findings());
      rows.add(
          Row.computed(
              predicted(layout.getKey()),
              Map.of(),
              round.values(),
              results.repeats(),
              round.findings()));
      Row on = results.row(layout.getValue()).orElseThrow();
      rows.add(
          new Row(
              measured(layout.getKey()),
              on.settings(),
              on.figures(),
              on.rounds(),
              on.findings(),
              on.samples()));
    }
    return new Results(key, rows, findings, false);
  }

  private Round predict(PipelineSide side, Workload drawn) throws InterruptedException {
    return new VirtualRun(
            side.configure(pipeline).onCores(CORES),
            clock -> drawn,
            rate == 0 ? VirtualLoad.closed(pipeline.concurrency()) : VirtualLoad.open(rate),
            PipelineCosts.MEASURED,
            sizes.warmUpSeconds(),
            Math.max(VirtualRun.TICK_SECONDS, sizes.virtualSeconds()),
            pipeline.seed())
        .run();
  }
}
