package dev.yardmaster.benchmarks.run;

import dev.yardmaster.benchmarks.workload.micro.LimitLoop;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.agrona.concurrent.NanoClock;

/**
 * Runs the {@link LimitLoop} and sides of an experiment alternating, and relates each side's
 * throughput to the loop's in the same repeat.
 */
public final class LimitComparison {

  /** The label of the loop among the rows. */
  public static final String LIMIT = "limit";

  private final Experiment experiment;
  private final Supplier<LimitLoop> limitLoop;
  private final NanoClock clock;
  private final Progress progress;
  private final Round round;
  private final Schedule schedule;
  private final Map<String, List<Double>> committedPerSecond = new LinkedHashMap<>();
  private final List<String> brokenInvariants = new ArrayList<>();

  /**
   * What one side reached.
   *
   * @param label the side, or {@link #LIMIT}
   * @param committedPerSecond its throughput over the repeats
   * @param ratioToLimit its throughput over the loop's in the same repeat
   * @param perRepeat its throughput, repeat by repeat
   */
  public record Row(
      String label, Spread committedPerSecond, Spread ratioToLimit, List<Double> perRepeat) {

    /** Copies the list. */
    public Row {
      perRepeat = List.copyOf(perRepeat);
    }
  }

  /**
   * What was found.
   *
   * @param rows the loop first, then the sides in the experiment's order
   * @param brokenInvariants a line for every run whose invariant did not hold
   */
  public record Found(List<Row> rows, List<String> brokenInvariants) {

    /** Copies the lists. */
    public Found {
      rows = List.copyOf(rows);
      brokenInvariants = List.copyOf(brokenInvariants);
    }
  }

  /**
   * A comparison that is yet to run.
   *
   * @param limitLoop makes a freshly loaded loop over the experiment's workload
   */
  public LimitComparison(
      Experiment experiment,
      Supplier<LimitLoop> limitLoop,
      Launcher launcher,
      NanoClock clock,
      Progress progress) {
    this.experiment = experiment;
    this.limitLoop = limitLoop;
    this.clock = clock;
    this.progress = progress;
    this.round = new Round(experiment, launcher, clock);
    int runs = 1 + experiment.sides().size();
    this.schedule =
        new Schedule(
            runs,
            experiment.warmUpNs(),
            runs * experiment.repeats(),
            experiment.warmUpNs() + experiment.recordedNs());
    committedPerSecond.put(LIMIT, new ArrayList<>());
    experiment.sides().forEach(side -> committedPerSecond.put(side.label(), new ArrayList<>()));
  }

  /** Runs it, once. */
  public Found run() throws InterruptedException {
    for (int repeat = 0; repeat <= experiment.repeats(); repeat++) {
      long recordedNs = repeat == 0 ? 0 : experiment.recordedNs();
      runLimit(repeat, recordedNs);
      for (Side side : experiment.sides()) {
        runSide(side, repeat, recordedNs);
      }
    }
    List<Double> limit = committedPerSecond.get(LIMIT);
    List<Row> rows = new ArrayList<>();
    committedPerSecond.forEach((label, own) -> rows.add(row(label, own, limit)));
    return new Found(rows, brokenInvariants);
  }

  private static Row row(String label, List<Double> own, List<Double> limit) {
    double[] ratios = new double[own.size()];
    for (int repeat = 0; repeat < ratios.length; repeat++) {
      ratios[repeat] = own.get(repeat) / limit.get(repeat);
    }
    double[] values = own.stream().mapToDouble(Double::doubleValue).toArray();
    return new Row(label, Spread.of(values), Spread.of(ratios), own);
  }

  private void runLimit(int repeat, long recordedNs) throws InterruptedException {
    schedule.begin(experiment.warmUpNs() + recordedNs, clock.nanoTime());
    report(LIMIT, Standing.Stage.LOADING, repeat, 0);
    LimitLoop loop = limitLoop.get();
    report(LIMIT, Standing.Stage.WARMING_UP, repeat, 0);
    rate(loop, experiment.warmUpNs());
    if (recordedNs > 0) {
      report(LIMIT, Standing.Stage.RECORDING, repeat, 0);
      committedPerSecond.get(LIMIT).add(rate(loop, recordedNs));
    }
    schedule.end(clock.nanoTime());
  }

  private double rate(LimitLoop loop, long intervalNs) throws InterruptedException {
    long beganNs = clock.nanoTime();
    long committed = 0;
    long elapsedNs = 0;
    while (elapsedNs < intervalNs) {
      committed += loop.runBatch();
      elapsedNs = clock.nanoTime() - beganNs;
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
    }
    return committed * 1e9 / Math.max(1, elapsedNs);
  }

  private void runSide(Side side, int repeat, long recordedNs) throws InterruptedException {
    schedule.begin(experiment.warmUpNs() + recordedNs, clock.nanoTime());
    Round.Ended ended =
        round.run(
            side,
            repeat,
            experiment.warmUpNs(),
            recordedNs,
            (stage, rate) -> report(side.label(), stage, repeat, rate));
    schedule.end(clock.nanoTime());
    if (recordedNs > 0) {
      committedPerSecond.get(side.label()).add(ended.figures().committedPerSecond());
    }
    ended.brokenInvariant().ifPresent(line -> brokenInvariants.add(side.label() + ": " + line));
  }

  private void report(String label, Standing.Stage stage, int repeat, double rate) {
    progress.report(
        new Standing(
            label,
            stage,
            repeat,
            experiment.repeats(),
            schedule.secondsLeft(clock.nanoTime()),
            rate));
  }
}
