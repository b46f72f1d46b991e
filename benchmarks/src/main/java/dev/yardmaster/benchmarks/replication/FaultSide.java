package dev.yardmaster.benchmarks.replication;

import dev.yardmaster.benchmarks.measure.ComparisonStatus;
import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.Metric.Better;
import dev.yardmaster.benchmarks.measure.Metric.Shown;
import dev.yardmaster.benchmarks.measure.MetricValues;
import dev.yardmaster.benchmarks.measure.Round;
import dev.yardmaster.benchmarks.measure.RoundProgress;
import dev.yardmaster.benchmarks.measure.Side;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Measures the time for which no entry is applied when a member fails. Before and after the fault,
 * the leader appends small entries one by one. The silence is measured at the member that leads
 * after the fault.
 *
 * @param data the parent directory of the members' folders
 */
public record FaultSide(LogFault fault, Duration electionTimeout, Path data) implements Side {

  /** The longest time between two applied entries. */
  public static final Metric SILENCE = Metric.of("silenceMs", "ms", Better.LOWER, Shown.ONE);

  /**
   * The time from the end of the fault until the failed member has applied all entries that the
   * leader had applied at the end of the fault.
   */
  public static final Metric CATCH_UP = Metric.of("catchUpMs", "ms", Better.LOWER, Shown.ONE);

  private static final double NS_PER_MS = 1e6;

  /**
   * The numbers of entries before and after a fault, if the recorded interval is at least one
   * second long. With a shorter interval the numbers are smaller in proportion.
   */
  private static final long ENTRIES_BEFORE = 500;

  private static final long ENTRIES_AFTER = 200;
  private static final double NS_PER_SECOND = 1e9;

  @Override
  public String label() {
    return fault.label();
  }

  @Override
  public Map<String, Object> settings() {
    return Map.of("fault", fault.label());
  }

  @Override
  public Round run(int repeat, long recordedNs, RoundProgress progress)
      throws InterruptedException {
    progress.report(ComparisonStatus.Stage.LOADING, 0);
    double share = Math.min(1, recordedNs / NS_PER_SECOND);
    try (LogProcesses processes = new LogProcesses(electionTimeout, data)) {
      String leader = processes.awaitLeader(processes.running());
      processes.running().forEach(name -> processes.ask(name, "ticks"));
      awaitEntries(processes, leader, Math.round(share * ENTRIES_BEFORE));
      progress.report(ComparisonStatus.Stage.RECORDING, 0);
      processes.running().forEach(name -> processes.ask(name, "begin-silence"));
      String failed = fault.isOfLeader() ? leader : processes.without(leader).get(0);
      fault.begin(processes, leader, failed);
      String next = processes.awaitLeader(processes.without(fault.isOfLeader() ? leader : ""));
      awaitEntries(
          processes,
          next,
          processes.status(next).state().count() + Math.round(share * ENTRIES_AFTER));
      MetricValues values =
          new MetricValues()
              .put(SILENCE, Long.parseLong(processes.ask(next, "silence")) / NS_PER_MS);
      long count = processes.status(next).state().count();
      fault.end(processes, failed);
      long endedNs = System.nanoTime();
      awaitEntries(processes, failed, count);
      values.put(CATCH_UP, (System.nanoTime() - endedNs) / NS_PER_MS);
      progress.report(ComparisonStatus.Stage.CHECKING, 0);
      processes.running().forEach(name -> processes.ask(name, "stop-ticks"));
      processes.awaitSameEntries(processes.running());
      return Round.of(values, Optional.empty());
    }
  }

  private static void awaitEntries(LogProcesses processes, String name, long count)
      throws InterruptedException {
    processes.await(
        count + " entries at " + name, () -> processes.status(name).state().count() >= count);
  }
}
