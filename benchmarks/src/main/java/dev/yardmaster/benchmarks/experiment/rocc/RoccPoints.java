package dev.yardmaster.benchmarks.experiment.rocc;

import dev.yardmaster.benchmarks.engine.EngineSide;
import dev.yardmaster.benchmarks.engine.round.ConfiguredSide;
import dev.yardmaster.benchmarks.experiment.EnginePoint;
import dev.yardmaster.benchmarks.experiment.EngineRuns;
import dev.yardmaster.benchmarks.experiment.Parallelism;
import dev.yardmaster.benchmarks.workload.records.RecordWorkload;
import dev.yardmaster.benchmarks.workload.tpcc.Tpcc;
import dev.yardmaster.benchmarks.workload.tpcc.schema.TpccMix;
import dev.yardmaster.benchmarks.workload.tpcc.schema.TpccSettings;
import dev.yardmaster.benchmarks.workload.ycsb.Ycsb;
import dev.yardmaster.benchmarks.workload.ycsb.YcsbMix;
import dev.yardmaster.benchmarks.workload.ycsb.YcsbSettings;
import dev.yardmaster.engine.protocol.ranges.RoccSettings;
import dev.yardmaster.engine.table.TableDefinition.Order;
import java.util.List;
import java.util.Locale;

/** Makes the points of the ROCC paper's figures at one scale. */
final class RoccPoints {

  static final String ROCC = "rocc";
  static final String LRV = "lrv";
  static final String GWV = "gwv";
  static final String MVRCC = "mvrcc";
  static final String UNREGISTERED = "rocc without registration";

  /** The validation schemes that most figures compare. */
  static final List<String> SCHEMES = List.of(LRV, GWV, ROCC);

  static final double LOW_SKEW = 0.7;
  static final int RANGES = 16_384;

  private static final double LOADED_PER_SECOND = 700_000;
  private static final double WAREHOUSES_PER_SECOND = 1;

  private final RoccScale scale;
  private final long seed;

  RoccPoints(RoccScale scale, long seed) {
    this.scale = scale;
    this.seed = seed;
  }

  /** Returns a point that runs the hybrid YCSB mix under some protocols. */
  EnginePoint ycsb(int scanLength, double skew, Parallelism parallelism, List<String> protocols) {
    return ycsb(scanLength, skew, parallelism, protocols, false);
  }

  /**
   * Returns a point that runs the hybrid YCSB mix and times the phases of transactions, which costs
   * a little throughput.
   */
  EnginePoint timedYcsb(
      int scanLength, double skew, Parallelism parallelism, List<String> protocols) {
    return ycsb(scanLength, skew, parallelism, protocols, true);
  }

  private EnginePoint ycsb(
      int scanLength, double skew, Parallelism parallelism, List<String> protocols, boolean timed) {
    Ycsb workload = new Ycsb(hybrid(scanLength, skew, RANGES, parallelism));
    return new EnginePoint(
        key(
            "ycsb",
            "scan=" + scanLength,
            "skew=" + skew,
            parallelism,
            protocols,
            timed ? " timed" : ""),
        protocols.stream()
            .map(
                name ->
                    side(name, EngineSide.plain(name), workload, parallelism, scanLength, timed))
            .toList(),
        ycsbRoundSeconds(parallelism, scanLength));
  }

  /**
   * Returns a point that runs ROCC on YCSB's table, divided into each of the paper's numbers of
   * ranges.
   */
  EnginePoint ranges(int scanLength, double skew, Parallelism parallelism) {
    return new EnginePoint(
        key("ranges", "scan=" + scanLength, "skew=" + skew, parallelism, List.of(ROCC), ""),
        scale.rangeCounts().stream()
            .map(
                count ->
                    side(
                        rangesLabel(count),
                        EngineSide.plain(ROCC),
                        new Ycsb(hybrid(scanLength, skew, count, parallelism)),
                        parallelism,
                        scanLength,
                        false))
            .toList(),
        ycsbRoundSeconds(parallelism, scanLength));
  }

  static String rangesLabel(int paperCount) {
    return paperCount + (paperCount == 1 ? " range" : " ranges");
  }

  /** Returns a point that runs ROCC on YCSB with several sizes of the circular array. */
  EnginePoint arrays(int paperRanges, double skew, Parallelism parallelism) {
    return new EnginePoint(
        key("arrays", rangesLabel(paperRanges), "skew=" + skew, parallelism, List.of(ROCC), ""),
        scale.arraySlots().stream()
            .map(
                slots ->
                    side(
                        slotsLabel(slots),
                        EngineSide.rocc(new RoccSettings(slots, true)),
                        new Ycsb(hybrid(100, skew, paperRanges, parallelism)),
                        parallelism,
                        100,
                        false))
            .toList(),
        ycsbRoundSeconds(parallelism, 100));
  }

  static String slotsLabel(int slots) {
    return slots + " slots";
  }

  /**
   * Returns a point that runs YCSB A, with five operations and no scans, with and without
   * registration.
   */
  EnginePoint registration(int paperRanges, double skew, Parallelism parallelism) {
    Ycsb workload =
        new Ycsb(
            YcsbSettings.of(scale.records(), YcsbMix.A, skew, seed)
                .withOrder(Order.ORDERED)
                .withScattered(false)
                .withRequests(5)
                .withRanges(scale.ranges(paperRanges))
                .withDrawn(drawn(parallelism, 0)));
    return new EnginePoint(
        key(
            "registration",
            rangesLabel(paperRanges),
            "skew=" + skew,
            parallelism,
            List.of(ROCC),
            ""),
        List.of(
            side(ROCC, EngineSide.plain(ROCC), workload, parallelism, 0, false),
            side(
                UNREGISTERED,
                EngineSide.rocc(new RoccSettings(RoccSettings.DEFAULT.arraySlots(), false)),
                workload,
                parallelism,
                0,
                false)),
        ycsbRoundSeconds(parallelism, 0));
  }

  /**
   * Returns a point that runs TPC-C with top shoppers (scans of customers) and a warehouse for each
   * worker.
   */
  EnginePoint tpcc(int scanLength, Parallelism parallelism) {
    TpccSettings settings =
        TpccSettings.of(parallelism.workers(), TpccMix.ROCC, seed)
            .withItems(scale.items())
            .withScanLength(scanLength)
            .withDrawn(Math.min(drawn(parallelism, scanLength), 1 << 16));
    Tpcc workload = new Tpcc(settings);
    return new EnginePoint(
        key("tpcc", "scan=" + scanLength, "", parallelism, SCHEMES, ""),
        SCHEMES.stream()
            .map(
                name ->
                    side(name, EngineSide.plain(name), workload, parallelism, scanLength, false))
            .toList(),
        intervalSeconds(parallelism, scanLength) + parallelism.workers() / WAREHOUSES_PER_SECOND);
  }

  private static String key(
      String workload,
      String first,
      String second,
      Parallelism parallelism,
      List<String> sides,
      String rest) {
    return String.format(
            Locale.ROOT,
            "%s %s %s %s: %s%s",
            workload,
            first,
            second,
            parallelism.label(),
            String.join(",", sides),
            rest)
        .replace("  ", " ");
  }

  private YcsbSettings hybrid(
      int scanLength, double skew, int paperRanges, Parallelism parallelism) {
    return YcsbSettings.of(scale.records(), YcsbMix.HYBRID, skew, seed)
        .withScanLength(scanLength)
        .withRanges(scale.ranges(paperRanges))
        .withDrawn(drawn(parallelism, scanLength));
  }

  private EngineRuns runs(Parallelism parallelism, int scanLength) {
    return scale.rounds().runs(parallelism, scale.times(scanLength, parallelism), seed);
  }

  private int drawn(Parallelism parallelism, int scanLength) {
    return runs(parallelism, scanLength).drawn();
  }

  private ConfiguredSide side(
      String label,
      EngineSide side,
      RecordWorkload workload,
      Parallelism parallelism,
      int scanLength,
      boolean timed) {
    return runs(parallelism, scanLength).side(label, side, workload, timed);
  }

  private double ycsbRoundSeconds(Parallelism parallelism, int scanLength) {
    return intervalSeconds(parallelism, scanLength) + scale.records() / LOADED_PER_SECOND;
  }

  private double intervalSeconds(Parallelism parallelism, int scanLength) {
    return runs(parallelism, scanLength).roundSeconds();
  }
}
