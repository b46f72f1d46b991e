package dev.yardmaster.benchmarks.experiment;

import dev.yardmaster.benchmarks.measure.ComparisonStatus;
import dev.yardmaster.benchmarks.measure.Measurements;
import dev.yardmaster.benchmarks.measure.ProgressListener;
import dev.yardmaster.benchmarks.measure.Results;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.agrona.concurrent.NanoClock;

/**
 * Measures the points of figures that have no results yet. A point that several figures share is
 * measured once. Points in virtual time come first. Several such points are measured at the same
 * time, because the load of the machine does not change the results. All other points are measured
 * one at a time. An instance is for use by one thread.
 */
public final class ExperimentRun {

  private static final double NS_PER_SECOND = 1e9;

  private final List<Figure> figures;
  private final int jobs;
  private final Keeper keeper;
  private final Measurements measurements;
  private final NanoClock clock;
  private final ProgressListener progress;
  private final long limitNs;

  // This object is a lock: under this lock, the measuring threads store results and report
  // progress.
  private int points;
  private int begunPoints;
  private double waitingUnits;
  private double doneUnits;
  private long begunNs;
  private boolean failed;

  /** Stores the measurements, so that an interrupted run can be resumed. */
  @FunctionalInterface
  public interface Keeper {

    /** Stores all measurements. The run calls this method after each point and at the end. */
    void keep(Measurements measurements) throws IOException;
  }

  /**
   * Creates a run that starts from earlier measurements.
   *
   * @param jobs the number of points in virtual time that are measured at the same time
   * @param progress receives the progress of each round, with an estimate of the remaining time for
   *     all points; one thread at a time calls it
   * @param limitNs the time after which no further point begins, in ns
   */
  public ExperimentRun(
      List<Figure> figures,
      int jobs,
      Keeper keeper,
      Measurements measurements,
      NanoClock clock,
      ProgressListener progress,
      long limitNs) {
    this.figures = List.copyOf(figures);
    this.jobs = jobs;
    this.keeper = keeper;
    this.measurements = measurements;
    this.clock = clock;
    this.progress = progress;
    this.limitNs = limitNs;
  }

  /** A point to measure, and the first figure that needs this point. */
  private record Due(Point point, String figure) {
    boolean isVirtual() {
      return point.isVirtual();
    }
  }

  private Map<Boolean, List<Due>> dueByVirtual() {
    Map<String, Due> due = new LinkedHashMap<>();
    for (Figure figure : figures) {
      for (Point point : figure.points()) {
        if (!measurements.has(point.key())) {
          due.putIfAbsent(point.key(), new Due(point, figure.heading()));
        }
      }
    }
    return due.values().stream().collect(Collectors.partitioningBy(Due::isVirtual));
  }

  /**
   * Measures the points without results. Returns the number of points that are left when the time
   * limit is reached.
   *
   * @throws InterruptedException if the thread was interrupted; the results of all points that were
   *     measured before the interrupt are stored
   */
  public int run() throws IOException, InterruptedException {
    Map<Boolean, List<Due>> due = dueByVirtual();
    for (List<Due> some : due.values()) {
      points += some.size();
      waitingUnits += some.stream().mapToDouble(each -> each.point().expectedSeconds()).sum();
    }
    begunNs = clock.nanoTime();
    measure(due.get(true), jobs);
    measure(due.get(false), 1);
    keeper.keep(measurements);
    return points - begunPoints;
  }

  /** Measures points on the given number of threads. The first failure ends all measurements. */
  private void measure(List<Due> some, int threads) throws IOException, InterruptedException {
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try {
      CompletionService<Void> ended = new ExecutorCompletionService<>(executor);
      for (Due each : some) {
        ended.submit(() -> measure(each));
      }
      for (int i = 0; i < some.size(); i++) {
        ended.take().get();
      }
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException failure) {
        throw failure;
      }
      if (e.getCause() instanceof InterruptedException interrupt) {
        throw interrupt;
      }
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      if (e.getCause() instanceof Error failure) {
        // The failure is, for example, that the heap is too small for several points at the same
        // time.
        throw failure;
      }
      throw new IllegalStateException(e.getCause());
    } finally {
      executor.shutdownNow();
      awaitEnd(executor);
    }
  }

  private static void awaitEnd(ExecutorService executor) throws InterruptedException {
    while (!executor.awaitTermination(1, TimeUnit.MINUTES)) {
      // After an interrupt, each running round first checks or drops its tables and then ends.
    }
  }

  private Void measure(Due next) throws IOException, InterruptedException {
    double units = next.point().expectedSeconds();
    String place;
    double afterwards;
    synchronized (this) {
      if (failed || clock.nanoTime() - begunNs >= limitNs) {
        return null;
      }
      begunPoints++;
      waitingUnits -= units;
      place = next.figure() + ", point " + begunPoints + " of " + points + ": ";
      double spent = (clock.nanoTime() - begunNs) / NS_PER_SECOND;
      afterwards = waitingUnits * (doneUnits == 0 ? 1 : spent / doneUnits);
    }
    boolean measured = false;
    try {
      Results results = next.point().measure(clock, status -> report(place, status, afterwards));
      synchronized (this) {
        measurements.put(results);
        doneUnits += units;
        keeper.keep(measurements);
      }
      measured = true;
    } finally {
      synchronized (this) {
        failed |= !measured;
      }
    }
    return null;
  }

  private synchronized void report(String place, ComparisonStatus status, double afterwards) {
    progress.report(
        new ComparisonStatus(
            place + status.side(),
            status.stage(),
            status.repeat(),
            status.repeats(),
            status.secondsLeft() + afterwards,
            status.committedPerSecond()));
  }
}
