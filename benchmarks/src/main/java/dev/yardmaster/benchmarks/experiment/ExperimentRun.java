package dev.yardmaster.benchmarks.experiment;

import dev.yardmaster.benchmarks.measure.ComparisonStatus;
import dev.yardmaster.benchmarks.measure.Measurements;
import dev.yardmaster.benchmarks.measure.ProgressListener;
import dev.yardmaster.benchmarks.measure.Results;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.agrona.concurrent.NanoClock;

/**
 * Measures the points of figures that have no results yet, each point once. An instance is for use
 * by one thread.
 */
public final class ExperimentRun {

  private static final double NS_PER_SECOND = 1e9;

  private final List<Figure> figures;
  private final Keeper keeper;
  private final Measurements measurements;
  private final NanoClock clock;
  private final ProgressListener progress;

  /** Stores the measurements, so that an interrupted run can be resumed. */
  @FunctionalInterface
  public interface Keeper {

    /** Stores all measurements. The run calls this method after each point and at the end. */
    void keep(Measurements measurements) throws IOException;
  }

  /**
   * Creates a run that starts from earlier measurements.
   *
   * @param progress receives the progress of each round, with an estimate of the time left for all
   *     points
   */
  public ExperimentRun(
      List<Figure> figures,
      Keeper keeper,
      Measurements measurements,
      NanoClock clock,
      ProgressListener progress) {
    this.figures = List.copyOf(figures);
    this.keeper = keeper;
    this.measurements = measurements;
    this.clock = clock;
    this.progress = progress;
  }

  /** A point to measure, and the first figure that needs this point. */
  private record Due(Point point, String figure) {}

  private List<Due> due() {
    Map<String, Due> due = new LinkedHashMap<>();
    for (Figure figure : figures) {
      for (Point point : figure.points()) {
        if (!measurements.has(point.key())) {
          due.putIfAbsent(point.key(), new Due(point, figure.heading()));
        }
      }
    }
    return new ArrayList<>(due.values());
  }

  /**
   * Measures the points without results, one after the other.
   *
   * @throws InterruptedException if the thread was interrupted; the points measured before are
   *     stored
   */
  public void run() throws IOException, InterruptedException {
    List<Due> due = due();
    double leftUnits = due.stream().mapToDouble(each -> each.point().expectedSeconds()).sum();
    double doneUnits = 0;
    long begunNs = clock.nanoTime();
    for (int i = 0; i < due.size(); i++) {
      Due next = due.get(i);
      double units = next.point().expectedSeconds();
      double spent = (clock.nanoTime() - begunNs) / NS_PER_SECOND;
      double perUnit = doneUnits == 0 ? 1 : spent / doneUnits;
      double afterwards = (leftUnits - units) * perUnit;
      String place = next.figure() + ", point " + (i + 1) + " of " + due.size() + ": ";
      Results results =
          next.point()
              .measure(
                  clock,
                  status ->
                      progress.report(
                          new ComparisonStatus(
                              place + status.side(),
                              status.stage(),
                              status.repeat(),
                              status.repeats(),
                              status.secondsLeft() + afterwards,
                              status.committedPerSecond())));
      measurements.put(results);
      leftUnits -= units;
      doneUnits += units;
      keeper.keep(measurements);
    }
    keeper.keep(measurements);
  }
}
