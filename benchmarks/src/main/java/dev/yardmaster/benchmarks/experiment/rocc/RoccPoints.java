package dev.yardmaster.benchmarks.experiment.rocc;

import dev.yardmaster.benchmarks.engine.Contender;
import dev.yardmaster.benchmarks.engine.EngineSide;
import dev.yardmaster.benchmarks.experiment.Crew;
import dev.yardmaster.benchmarks.experiment.EnginePoint;
import dev.yardmaster.benchmarks.experiment.EngineRuns;
import dev.yardmaster.benchmarks.workload.records.RecordWorkload;
import dev.yardmaster.benchmarks.workload.tpcc.Tpcc;
import dev.yardmaster.benchmarks.workload.tpcc.TpccMix;
import dev.yardmaster.benchmarks.workload.tpcc.TpccSettings;
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

  /** The validation schemes of most figures. */
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

  /** The hybrid YCSB under some protocols. */
  EnginePoint ycsb(int scanLength, double skew, Crew crew, List<String> protocols) {
    return ycsb(scanLength, skew, crew, protocols, false);
  }

  /** The same with the phases timed, which costs a little. */
  EnginePoint timedYcsb(int scanLength, double skew, Crew crew, List<String> protocols) {
    return ycsb(scanLength, skew, crew, protocols, true);
  }

  private EnginePoint ycsb(
      int scanLength, double skew, Crew crew, List<String> protocols, boolean timed) {
    Ycsb workload = new Ycsb(hybrid(scanLength, skew, RANGES, crew));
    return new EnginePoint(
        key("ycsb", "scan=" + scanLength, "skew=" + skew, crew, protocols, timed ? " timed" : ""),
        protocols.stream()
            .map(name -> contender(name, EngineSide.plain(name), workload, crew, scanLength, timed))
            .toList(),
        ycsbRoundSeconds(crew, scanLength));
  }

  /** ROCC on YCSB's table divided into several numbers of ranges, the paper's. */
  EnginePoint ranges(int scanLength, double skew, Crew crew) {
    return new EnginePoint(
        key("ranges", "scan=" + scanLength, "skew=" + skew, crew, List.of(ROCC), ""),
        scale.rangeCounts().stream()
            .map(
                count ->
                    contender(
                        rangesLabel(count),
                        EngineSide.plain(ROCC),
                        new Ycsb(hybrid(scanLength, skew, count, crew)),
                        crew,
                        scanLength,
                        false))
            .toList(),
        ycsbRoundSeconds(crew, scanLength));
  }

  static String rangesLabel(int paperCount) {
    return paperCount + (paperCount == 1 ? " range" : " ranges");
  }

  /** ROCC on YCSB with several sizes of the circular array. */
  EnginePoint arrays(int paperRanges, double skew, Crew crew) {
    return new EnginePoint(
        key("arrays", rangesLabel(paperRanges), "skew=" + skew, crew, List.of(ROCC), ""),
        scale.arraySlots().stream()
            .map(
                slots ->
                    contender(
                        slotsLabel(slots),
                        EngineSide.rocc(new RoccSettings(slots, true)),
                        new Ycsb(hybrid(100, skew, paperRanges, crew)),
                        crew,
                        100,
                        false))
            .toList(),
        ycsbRoundSeconds(crew, 100));
  }

  static String slotsLabel(int slots) {
    return slots + " slots";
  }

  /** YCSB A of five operations without scans, with and without registration. */
  EnginePoint registration(int paperRanges, double skew, Crew crew) {
    Ycsb workload =
        new Ycsb(
            YcsbSettings.of(scale.records(), YcsbMix.A, skew, seed)
                .withOrder(Order.ORDERED)
                .withScattered(false)
                .withRequests(5)
                .withRanges(scale.ranges(paperRanges))
                .withDrawn(drawn(crew, 0)));
    return new EnginePoint(
        key("registration", rangesLabel(paperRanges), "skew=" + skew, crew, List.of(ROCC), ""),
        List.of(
            contender(ROCC, EngineSide.plain(ROCC), workload, crew, 0, false),
            contender(
                UNREGISTERED,
                EngineSide.rocc(new RoccSettings(RoccSettings.DEFAULT.arraySlots(), false)),
                workload,
                crew,
                0,
                false)),
        ycsbRoundSeconds(crew, 0));
  }

  /** TPC-C with top shoppers; a warehouse for each worker. */
  EnginePoint tpcc(int scanLength, Crew crew) {
    TpccSettings settings =
        TpccSettings.of(crew.workers(), TpccMix.ROCC, seed)
            .withItems(scale.items())
            .withScanLength(scanLength)
            .withDrawn(Math.min(drawn(crew, scanLength), 1 << 16));
    Tpcc workload = new Tpcc(settings);
    return new EnginePoint(
        key("tpcc", "scan=" + scanLength, "", crew, SCHEMES, ""),
        SCHEMES.stream()
            .map(name -> contender(name, EngineSide.plain(name), workload, crew, scanLength, false))
            .toList(),
        intervalSeconds(crew, scanLength) + crew.workers() / WAREHOUSES_PER_SECOND);
  }

  private static String key(
      String workload, String first, String second, Crew crew, List<String> sides, String rest) {
    return String.format(
            Locale.ROOT,
            "%s %s %s %s: %s%s",
            workload,
            first,
            second,
            crew.label(),
            String.join(",", sides),
            rest)
        .replace("  ", " ");
  }

  private YcsbSettings hybrid(int scanLength, double skew, int paperRanges, Crew crew) {
    return YcsbSettings.of(scale.records(), YcsbMix.HYBRID, skew, seed)
        .withScanLength(scanLength)
        .withRanges(scale.ranges(paperRanges))
        .withDrawn(drawn(crew, scanLength));
  }

  private EngineRuns runs(Crew crew, int scanLength) {
    return new EngineRuns(
        crew,
        crew.simulated() ? scale.virtualSeconds(scanLength) : scale.seconds(),
        crew.simulated() ? scale.virtualWarmUpSeconds() : scale.warmUpSeconds(),
        scale.repeats(),
        seed);
  }

  private int drawn(Crew crew, int scanLength) {
    return runs(crew, scanLength).drawn();
  }

  private Contender contender(
      String label,
      EngineSide side,
      RecordWorkload workload,
      Crew crew,
      int scanLength,
      boolean timed) {
    return runs(crew, scanLength).contender(label, side, workload, timed);
  }

  private double ycsbRoundSeconds(Crew crew, int scanLength) {
    return intervalSeconds(crew, scanLength) + scale.records() / LOADED_PER_SECOND;
  }

  private double intervalSeconds(Crew crew, int scanLength) {
    return runs(crew, scanLength).roundSeconds();
  }
}
