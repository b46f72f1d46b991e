package dev.yardmaster.benchmarks.experiment.machines;

import dev.yardmaster.benchmarks.experiment.Axis;
import dev.yardmaster.benchmarks.experiment.Figure;
import dev.yardmaster.benchmarks.experiment.PaperFigures;
import dev.yardmaster.benchmarks.experiment.VirtualPoint;
import dev.yardmaster.benchmarks.run.PipelineSide;
import dev.yardmaster.benchmarks.shards.KeyPartition;
import dev.yardmaster.benchmarks.shards.ModeledValidator;
import dev.yardmaster.benchmarks.workload.micro.Micro;
import dev.yardmaster.benchmarks.workload.smallbank.SmallBank;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.processor.ThreadLayout;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The figures and claims about several machines. {@code figures.yaml} defines the drawing of the
 * figures and the checked claims. This class creates the axes and points of the figures. An
 * instance and its points are for use by one thread.
 */
public final class MachinesFigures {

  /** The ids of all figures, as the command line accepts them. */
  public static final List<String> IDS = List.of("processors", "shards", "plan");

  private static final List<Double> SKEWS = List.of(0.0, 0.9);
  private static final int HOP_US = 25;
  private static final double NS_PER_US = 1_000;

  /** The number of transactions in flight with which processors are compared. */
  private static final int IN_FLIGHT = 1_200;

  /** A number of cores that is sufficient for every layout. */
  private static final int MANY_CORES = 64;

  /** The sides of the pipeline by the names of their layouts, in order. */
  private static final Map<String, String> LAYOUTS =
      new TreeMap<>(Map.of("1 thread", "srvc+shared+repair", "2 threads", "srvc+split+repair"));

  private static final int BATCH = 40;
  private static final int INTAKES = 2;
  private static final int ORDERERS = 3;

  /** The rate of the open loop whose latency is predicted. */
  private static final int RATE = 100_000;

  private final MachinesSizes sizes;
  private final long seed;
  // Points in virtual time are measured by several threads.
  private final Map<Double, Micro> micro = new ConcurrentHashMap<>();
  private final Map<Double, SmallBank> banks = new ConcurrentHashMap<>();
  private final PaperFigures figures = new PaperFigures(MachinesFigures.class, "figures.yaml");

  /** Creates the figures. */
  public MachinesFigures(MachinesSizes sizes, long seed) {
    this.sizes = sizes;
    this.seed = seed;
    Map<String, String> processors = new LinkedHashMap<>();
    sizes.processors().forEach(count -> processors.put(label(count), count.toString()));
    figures
        .word("objects", whole(sizes.objects()))
        .word("customers", whole(sizes.customers()))
        .word("in flight", whole(IN_FLIGHT))
        .word("hop", HOP_US)
        .word("rate", whole(RATE))
        .sides("processors", processors)
        .axis("near", () -> Axis.over(SKEWS, skew -> processors(skew, 0)))
        .axis("far", () -> Axis.over(SKEWS, skew -> processors(skew, HOP_US)))
        .axis("repaired", () -> Axis.over(SKEWS, skew -> shards(skew, true)))
        .axis("not repaired", () -> Axis.over(SKEWS, skew -> shards(skew, false)))
        .axis("closed", () -> Axis.over(SKEWS, skew -> prediction(skew, 0)))
        .axis("open", () -> Axis.over(SKEWS, skew -> prediction(skew, RATE)));
  }

  /** Returns the figures with the given ids, in order. */
  public List<Figure> of(List<String> ids) {
    return figures.of(ids);
  }

  private static String whole(int number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  private static String label(int processors) {
    return processors == 1 ? "1 processor" : processors + " processors";
  }

  private SmallBank bank(double skew) {
    return banks.computeIfAbsent(skew, theta -> new SmallBank(sizes.customers(), theta, seed));
  }

  private PipelineConfig.Builder settings() {
    return PipelineConfig.builder().tuned(false).seed(seed);
  }

  private VirtualPoint processors(double skew, int hopUs) {
    Map<String, PipelineConfig> sides = new LinkedHashMap<>();
    for (int count : sizes.processors()) {
      sides.put(
          label(count),
          PipelineSide.parse("srvc+dedicated+repair")
              .configure(
                  settings()
                      .processors(count)
                      .storageWorkers(storageWorkers(count))
                      .concurrency(IN_FLIGHT)
                      .hopNs(Math.round(hopUs * NS_PER_US))
                      .build())
              .onCores(MANY_CORES));
    }
    return VirtualPoint.closed(
        "processors micro hopUs=" + hopUs + " skew=" + skew,
        sides,
        clock -> micro.computeIfAbsent(skew, theta -> new Micro(sizes.objects(), theta, seed)),
        IN_FLIGHT,
        sizes.warmUpSeconds(),
        sizes.virtualSeconds(),
        seed);
  }

  /**
   * Returns the number of storage workers for a number of processors. With more storage workers,
   * the processors would need more messages. With fewer, the storage workers would limit the
   * throughput.
   */
  private static int storageWorkers(int processors) {
    return processors < 3 ? processors : processors / 2 + 1;
  }

  private ShardsPoint shards(double skew, boolean repair) {
    Map<String, ModeledValidator> sides = new LinkedHashMap<>();
    for (String side : figures.sides("shards")) {
      boolean byCustomer = side.endsWith("by customer");
      int shards =
          side.startsWith("one") ? 0 : Integer.parseInt(side.substring(0, side.indexOf(' ')));
      sides.put(
          side,
          new ModeledValidator(
              shards,
              INTAKES,
              ORDERERS,
              repair,
              BATCH,
              byCustomer ? KeyPartition.BY_NUMBER : KeyPartition.BY_KEY));
    }
    return new ShardsPoint(
        "shards repair=" + repair + " skew=" + skew,
        sides,
        () -> bank(skew),
        sizes.outstanding(),
        HOP_US * NS_PER_US,
        sizes.shardsSeconds());
  }

  private PredictionPoint prediction(double skew, int rate) {
    return new PredictionPoint(
        "prediction rate=" + rate + " skew=" + skew,
        LAYOUTS,
        () -> bank(skew),
        skew,
        settings().threads(ThreadLayout.SHARED).build(),
        rate,
        sizes);
  }
}
