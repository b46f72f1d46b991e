package dev.yardmaster.benchmarks.experiment.scaling;

import dev.yardmaster.benchmarks.experiment.PipelinePoint;
import dev.yardmaster.benchmarks.experiment.Point;
import dev.yardmaster.benchmarks.load.MeasuredService;
import dev.yardmaster.benchmarks.measure.Comparison;
import dev.yardmaster.benchmarks.measure.Plan;
import dev.yardmaster.benchmarks.measure.ProgressListener;
import dev.yardmaster.benchmarks.measure.Results;
import dev.yardmaster.benchmarks.measure.Round;
import dev.yardmaster.benchmarks.measure.RoundProgress;
import dev.yardmaster.benchmarks.measure.Side;
import dev.yardmaster.benchmarks.run.PipelineRounds;
import dev.yardmaster.benchmarks.run.PipelineSide;
import dev.yardmaster.benchmarks.workload.smallbank.SmallBank;
import dev.yardmaster.processor.PipelineConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.agrona.concurrent.NanoClock;

/**
 * A point that measures SmallBank without skew on one thread. Each side is a bank with another
 * number of customers.
 *
 * @param customers numbers of customers, ascending
 * @param pipeline the settings that all sides share
 */
record BankSizesPoint(
    List<Integer> customers, PipelineConfig pipeline, PipelinePoint.Rounds rounds, long seed)
    implements Point {

  private static final double LOAD_SECONDS_PER_CUSTOMER = 2e-6;

  private static final PipelineSide ONE_THREAD = PipelineSide.parse("full+shared");

  /** A side of another comparison, with another name. */
  private record Renamed(String label, Side side) implements Side {

    @Override
    public Round run(int repeat, long recordedNs, RoundProgress progress)
        throws InterruptedException {
      return side.run(repeat, recordedNs, progress);
    }
  }

  /** Copies the list. */
  BankSizesPoint {
    customers = List.copyOf(customers);
  }

  /** Returns the label of the side with a number of customers. */
  static String label(int customers) {
    return String.format(Locale.ROOT, "%,d customers", customers);
  }

  @Override
  public String key() {
    return "bank sizes";
  }

  @Override
  public List<String> sides() {
    return customers.stream().map(BankSizesPoint::label).toList();
  }

  @Override
  public double expectedSeconds() {
    return customers.stream().mapToDouble(size -> bank(size).expectedSeconds()).sum();
  }

  private PipelinePoint bank(int size) {
    return new PipelinePoint(
        label(size),
        () -> new SmallBank(size, 0, seed),
        0,
        List.of(ONE_THREAD),
        pipeline,
        new PipelinePoint.Rounds(
            rounds.seconds(),
            rounds.warmUpSeconds(),
            rounds.repeats(),
            rounds.loadSeconds() + LOAD_SECONDS_PER_CUSTOMER * size));
  }

  @Override
  public Results measure(NanoClock clock, ProgressListener progress) throws InterruptedException {
    List<Side> sides = new ArrayList<>();
    Plan plan = null;
    for (int size : customers) {
      var experiment = bank(size).experiment();
      plan = experiment.plan();
      sides.add(
          new Renamed(
              label(size),
              new PipelineRounds(ONE_THREAD, experiment, MeasuredService::pipeline, clock)));
    }
    return new Comparison(key(), sides, plan, clock, progress).run().orInterrupted();
  }
}
