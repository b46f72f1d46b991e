package dev.yardmaster.benchmarks.experiment.scaling;

import dev.yardmaster.benchmarks.experiment.Axis;
import dev.yardmaster.benchmarks.experiment.Figure;
import dev.yardmaster.benchmarks.experiment.PaperFigures;
import dev.yardmaster.benchmarks.experiment.PipelinePoint;
import dev.yardmaster.benchmarks.experiment.VirtualPoint;
import dev.yardmaster.benchmarks.run.PipelineSide;
import dev.yardmaster.benchmarks.virtual.VirtualLoad;
import dev.yardmaster.benchmarks.workload.micro.Micro;
import dev.yardmaster.benchmarks.workload.smallbank.SmallBank;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.processor.ThreadLayout;
import dev.yardmaster.workloads.Workload;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * The figures and claims about how throughput grows with callers and cores. {@code figures.yaml}
 * defines the drawing of the figures and the checked claims. This class creates the axes and points
 * of the figures. The transactions of each micro-benchmark are drawn once. An instance and its
 * points are for use by one thread.
 */
public final class ScalingFigures {

  /** The ids of all figures, as the command line accepts them. */
  public static final List<String> IDS = List.of("lambdas", "cores", "latency", "memory");

  private static final List<Double> SKEWS = List.of(0.0, 0.9);

  /** The numbers of virtual cores. */
  private static final List<Integer> CORES = List.of(1, 4, 8, 16);

  /** The number of virtual cores on which latency is measured. */
  private static final int OPEN_CORES = 8;

  /** The rate of an open load, as a share of the throughput of a closed loop. */
  private static final double OPEN_SHARE = 0.7;

  /**
   * The shortest interval in which an open load is recorded, in virtual seconds. Such an interval
   * has enough transactions for the 99.9th percentile.
   */
  private static final double MIN_OPEN_SECONDS = 0.12;

  /** The approximate time to load and check a fresh service, in seconds. */
  private static final double LOAD_SECONDS = 0.5;

  private final ScalingSizes sizes;
  private final long seed;
  private final Map<Double, Micro> drawn = new HashMap<>();
  private final PaperFigures figures = new PaperFigures(ScalingFigures.class, "figures.yaml");

  /** Creates the figures. */
  public ScalingFigures(ScalingSizes sizes, long seed) {
    this.sizes = sizes;
    this.seed = seed;
    Map<String, String> cores = new LinkedHashMap<>();
    CORES.forEach(count -> cores.put(side(count), count.toString()));
    figures
        .word("accounts", whole(sizes.accounts()))
        .word("objects", whole(sizes.objects()))
        .word("customers", whole(sizes.customers()))
        .word("real cores", Runtime.getRuntime().availableProcessors())
        .sides("virtual cores", cores)
        .axis("virtual cores", () -> Axis.over(SKEWS, this::cores))
        .axis("open", () -> Axis.over(SKEWS, this::open))
        .axis("threads with micro", () -> Axis.over(SKEWS, this::microOnThreads))
        .axis("threads with SmallBank", () -> Axis.over(SKEWS, this::smallBankOnThreads));
    lambdas();
    memory();
  }

  /** Returns the figures with the given ids, in order. */
  public List<Figure> of(List<String> ids) {
    return figures.of(ids);
  }

  private static String whole(int number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  private void lambdas() {
    LambdaPoint point = new LambdaPoint(SKEWS, sizes, seed);
    Map<String, String> ofLine = new LinkedHashMap<>();
    for (int callers : sizes.callers()) {
      ofLine.put(LambdaPoint.label("{x}", callers), Integer.toString(callers));
    }
    figures
        .sides("callers", ofLine)
        .axes("services", () -> SKEWS.stream().map(skew -> services(point, skew)).toList())
        .axis("callers", () -> Axis.over(sizes.callers(), callers -> point));
  }

  private void memory() {
    int small = sizes.banks().get(0);
    int large = sizes.banks().get(1);
    BankSizesPoint banks = new BankSizesPoint(sizes.banks(), full(), rounds(), seed);
    StartPoint start = new StartPoint(large, sizes.repeats(), Path.of("reports", "data"));
    Map<String, String> names = new LinkedHashMap<>();
    banks.sides().forEach(side -> names.put(side, side));
    figures
        .sides("banks", names)
        .word("small bank", BankSizesPoint.label(small))
        .word("large bank", BankSizesPoint.label(large))
        .word("keys", whole(StartPoint.keys(large)))
        .axis("banks", () -> Axis.of(banks))
        .axis("start", () -> Axis.of(start));
  }

  private PipelinePoint.Rounds rounds() {
    return new PipelinePoint.Rounds(
        sizes.seconds(), sizes.warmUpSeconds(), sizes.repeats(), LOAD_SECONDS);
  }

  /**
   * Returns an axis with a position for each service. The texts of the axis name all sides of each
   * service.
   */
  private Axis services(LambdaPoint point, double skew) {
    Axis axis = new Axis().word("skew", Double.toString(skew));
    for (String service : figures.sides("services")) {
      String line = LambdaPoint.line(service, skew);
      axis.at(line, 0, service, point)
          .word(
              "any " + service,
              sizes.callers().stream()
                  .map(callers -> LambdaPoint.label(line, callers))
                  .collect(Collectors.joining(", ")));
    }
    return axis;
  }

  private static String side(int cores) {
    return cores == 1 ? "1 core" : cores + " cores";
  }

  /**
   * Returns the settings of the mode {@code full}. All values are fixed, so the pipeline does not
   * tune itself.
   */
  private PipelineConfig full() {
    return PipelineSide.parse("full")
        .configure(PipelineConfig.builder().tuned(false).seed(seed).build());
  }

  private Micro micro(double skew) {
    return drawn.computeIfAbsent(skew, theta -> new Micro(sizes.objects(), theta, seed));
  }

  private VirtualPoint cores(double skew) {
    Map<String, PipelineConfig> sides = new LinkedHashMap<>();
    CORES.forEach(count -> sides.put(side(count), onCores(count)));
    return VirtualPoint.closed(
        "virtual cores micro skew=" + skew,
        sides,
        clock -> micro(skew),
        full().concurrency(),
        sizes.virtualWarmUpSeconds(),
        sizes.virtualSeconds(),
        seed);
  }

  private PipelineConfig onCores(int count) {
    return full().toBuilder().threads(ThreadLayout.AUTO).build().onCores(count);
  }

  private VirtualPoint open(double skew) {
    PipelineConfig config = onCores(OPEN_CORES);
    return new VirtualPoint(
        "virtual cores micro open skew=" + skew,
        Map.of(side(OPEN_CORES), config),
        clock -> micro(skew),
        () ->
            VirtualLoad.open(
                OPEN_SHARE
                    * VirtualPoint.capacity(
                        config,
                        clock -> micro(skew),
                        VirtualLoad.closed(config.concurrency()),
                        sizes.virtualWarmUpSeconds(),
                        sizes.virtualSeconds(),
                        seed)),
        List.of(),
        List.of(),
        sizes.virtualWarmUpSeconds(),
        Math.max(MIN_OPEN_SECONDS, sizes.virtualSeconds()),
        seed);
  }

  private PipelinePoint microOnThreads(double skew) {
    return onThreads("micro", skew, () -> micro(skew));
  }

  private PipelinePoint smallBankOnThreads(double skew) {
    return onThreads("smallbank", skew, () -> new SmallBank(sizes.customers(), skew, seed));
  }

  private PipelinePoint onThreads(String name, double skew, Supplier<Workload> workload) {
    return new PipelinePoint(
        "threads " + name + " skew=" + skew,
        workload,
        skew,
        figures.sides("threads").stream().map(PipelineSide::parse).toList(),
        full(),
        rounds());
  }
}
