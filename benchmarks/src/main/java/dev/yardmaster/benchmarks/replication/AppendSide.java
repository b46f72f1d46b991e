package dev.yardmaster.benchmarks.replication;

import dev.yardmaster.benchmarks.disk.RawDiskLoop;
import dev.yardmaster.benchmarks.measure.ComparisonStatus;
import dev.yardmaster.benchmarks.measure.Latency;
import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.Metric.Better;
import dev.yardmaster.benchmarks.measure.Metric.Shown;
import dev.yardmaster.benchmarks.measure.MetricValues;
import dev.yardmaster.benchmarks.measure.Round;
import dev.yardmaster.benchmarks.measure.RoundProgress;
import dev.yardmaster.benchmarks.measure.Side;
import dev.yardmaster.benchmarks.run.ScratchDirectory;
import dev.yardmaster.benchmarks.workload.WorkloadFailure;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.agrona.concurrent.NanoClock;

/**
 * Appends entries of one length at the leader, with a constant number of entries in flight. After
 * each round, a raw loop writes and forces blocks of the same length on the same disk.
 *
 * @param bytes the length of an entry, in bytes
 * @param inFlight the number of entries in flight
 * @param data the parent directory of the members' folders
 * @param seed seed of the bytes of the entries
 */
public record AppendSide(
    int bytes,
    int inFlight,
    Duration electionTimeout,
    Path data,
    long warmUpNs,
    long seed,
    NanoClock clock)
    implements Side {

  /** The name of this measurement on command lines. */
  public static final String LABEL = "append";

  /** The number of entries that were applied at the leader per second. */
  public static final Metric ENTRIES = Metric.rate("entriesPerSecond");

  /** The processor time of all members for each entry. */
  public static final Metric CPU = Metric.of("cpuUsPerEntry", "us", Better.LOWER, Shown.WHOLE);

  /** The mean resident memory of a member at the end of the round. */
  public static final Metric RESIDENT =
      Metric.of("residentBytes", "bytes", Better.LOWER, Shown.MEBI);

  /** The time that the raw loop needs for a block. */
  public static final Metric RAW_FORCE = Metric.latency("rawForceUs");

  /** The median latency divided by the raw loop's time for a block. */
  public static final Metric P50_TO_RAW = Metric.of("p50ToRaw", "1", Better.LOWER, Shown.TWO);

  private static final double NS_PER_US = 1e3;
  private static final double NS_PER_SECOND = 1e9;
  private static final long RAW_SEGMENT_BYTES = 64 << 20;

  @Override
  public String label() {
    return bytes + "x" + inFlight;
  }

  @Override
  public Map<String, Object> settings() {
    return Map.of("entryBytes", bytes, "inFlight", inFlight);
  }

  @Override
  public Round run(int repeat, long recordedNs, RoundProgress progress)
      throws InterruptedException {
    progress.report(ComparisonStatus.Stage.LOADING, 0);
    MetricValues values = new MetricValues();
    Optional<String> finding;
    try (LogProcesses processes = new LogProcesses(electionTimeout, data)) {
      String leader = processes.awaitLeader(processes.running());
      processes.ask(leader, AppendLoad.request(bytes, seed, inFlight, warmUpNs));
      progress.report(ComparisonStatus.Stage.RECORDING, 0);
      long cpuBeganNs = processes.cpuNs();
      long countBegan = processes.status(leader).state().count();
      AppendLoad.Result result =
          AppendLoad.Result.parse(
              processes.ask(leader, AppendLoad.request(bytes, seed, inFlight, recordedNs)));
      long appended = result.latencies().getTotalCount();
      values
          .put(ENTRIES, appended * NS_PER_SECOND / result.elapsedNs())
          .putAll(Latency.of(result.latencies()))
          .put(CPU, (processes.cpuNs() - cpuBeganNs) / NS_PER_US / appended)
          .put(RESIDENT, processes.residentBytes());
      progress.report(ComparisonStatus.Stage.CHECKING, values.get(ENTRIES));
      long applied = processes.awaitSameEntries(processes.running()) - countBegan;
      finding =
          applied == appended
              ? Optional.empty()
              : Optional.of(appended + " entries were appended and " + applied + " were applied");
    }
    double rawUs = rawForceUs(recordedNs);
    values.put(RAW_FORCE, rawUs).put(P50_TO_RAW, values.get(Latency.P50) / rawUs);
    return new Round(
        values, finding.map(text -> label() + ": " + text).stream().toList(), List.of());
  }

  private double rawForceUs(long recordedNs) throws InterruptedException {
    try (ScratchDirectory directory = ScratchDirectory.in(data);
        RawDiskLoop loop = new RawDiskLoop(directory.path(), bytes, RAW_SEGMENT_BYTES)) {
      return NS_PER_SECOND / NS_PER_US / loop.run(recordedNs / 2, clock);
    } catch (IOException e) {
      throw new WorkloadFailure("raw loop: " + e, e);
    }
  }
}
