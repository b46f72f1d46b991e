package dev.yardmaster.benchmarks.engine.cost;

import dev.yardmaster.benchmarks.engine.EngineSetup;
import dev.yardmaster.benchmarks.engine.EngineSide;
import dev.yardmaster.benchmarks.engine.log.Logging.Device;
import dev.yardmaster.benchmarks.engine.round.ConfiguredSide;
import dev.yardmaster.benchmarks.measure.MetricValues;
import dev.yardmaster.benchmarks.measure.Round;
import dev.yardmaster.benchmarks.workload.WorkloadFailure;
import dev.yardmaster.benchmarks.workload.ycsb.RequestCounts;
import dev.yardmaster.benchmarks.workload.ycsb.Ycsb;
import dev.yardmaster.benchmarks.workload.ycsb.YcsbMix;
import dev.yardmaster.benchmarks.workload.ycsb.YcsbSettings;
import org.agrona.concurrent.SystemNanoClock;

/**
 * The sizes of a measurement of costs.
 *
 * @param records number of records of the table
 * @param recordBytes length of a record in bytes
 * @param seconds length of an interval on two threads
 * @param virtualSeconds length of an interval of two simulated workers, in virtual seconds
 * @param repeats number of rounds
 */
record CostScale(int records, int recordBytes, double seconds, double virtualSeconds, int repeats) {

  private static final int WORKERS = 2;
  private static final long SEED = 42;
  private static final int DRAWN = 1 << 14;
  private static final double NS_PER_SECOND = 1e9;

  /** Returns YCSB with these sizes. */
  Ycsb workload(YcsbMix mix, double skew, RequestCounts requests, boolean scattered) {
    return new Ycsb(
        YcsbSettings.of(records, mix, skew, SEED)
            .withRequests(requests)
            .withRecordBytes(recordBytes)
            .withScattered(scattered)
            .withDrawn(DRAWN));
  }

  /**
   * Runs a round of a protocol on two threads, or on two simulated workers.
   *
   * @throws WorkloadFailure if the round breaks the invariant of the workload
   */
  MetricValues run(String protocol, Ycsb workload, boolean simulated, int repeat)
      throws InterruptedException {
    long recordedNs = Math.round((simulated ? virtualSeconds : seconds) * NS_PER_SECOND);
    EngineSetup setup =
        new EngineSetup(
            workload,
            WORKERS,
            simulated,
            0,
            1,
            recordedNs / 4,
            recordedNs,
            repeats,
            SEED,
            false,
            false,
            false,
            0,
            0,
            Device.MEMORY,
            null);
    Round round =
        new ConfiguredSide(protocol, EngineSide.plain(protocol), setup)
            .by(SystemNanoClock.INSTANCE)
            .run(repeat, recordedNs, (stage, perSecond) -> {});
    if (!round.findings().isEmpty()) {
      throw new WorkloadFailure(protocol + ": " + round.findings());
    }
    return round.values();
  }
}
