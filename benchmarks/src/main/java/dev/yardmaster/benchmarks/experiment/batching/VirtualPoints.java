package dev.yardmaster.benchmarks.experiment.batching;

import dev.yardmaster.benchmarks.experiment.PipelinePoint;
import dev.yardmaster.benchmarks.experiment.VirtualPoint;
import dev.yardmaster.benchmarks.virtual.VirtualLoad;
import dev.yardmaster.benchmarks.workload.micro.ChangingMicro;
import dev.yardmaster.benchmarks.workload.micro.Micro;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.processor.ThreadLayout;
import dev.yardmaster.processor.Window;
import dev.yardmaster.reorder.Solver;
import dev.yardmaster.workloads.Workload;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.agrona.concurrent.NanoClock;

/**
 * Makes the points of the pipeline on virtual cores, and of self-tuning on this machine. Each
 * workload is drawn once. An instance is for use by one thread.
 */
final class VirtualPoints {

  /** The approximate time to load and check a fresh service on this machine, in seconds. */
  private static final double LOAD_SECONDS = 0.5;

  private final BatchingScale scale;
  private final TuningScale tuning;
  private final long seed;
  private final Map<Double, Micro> drawn = new HashMap<>();
  private final Map<Double, Double> capacities = new HashMap<>();

  VirtualPoints(BatchingScale scale, long seed) {
    this.scale = scale;
    this.tuning = scale.tuning();
    this.seed = seed;
  }

  private Micro micro(double skew) {
    return drawn.computeIfAbsent(skew, theta -> new Micro(scale.objects(), theta, seed));
  }

  private VirtualLoad closed() {
    return VirtualLoad.closed(scale.concurrency());
  }

  /**
   * Returns a point that compares one to four reorder workers. Each thread of the pipeline has its
   * own virtual core.
   */
  VirtualPoint workers(double skew, Solver solver) {
    Map<String, PipelineConfig> sides = new LinkedHashMap<>();
    for (int workers = 1; workers <= 4; workers++) {
      sides.put(
          "w" + workers,
          PipelineConfig.builder()
              .concurrency(scale.concurrency())
              .batchSize(scale.batch())
              .solver(solver)
              .reorderWorkers(workers)
              .threads(ThreadLayout.DEDICATED)
              .repair(false)
              .window(Window.OPEN)
              .hotKeyWaiting(0)
              .attemptBound(0)
              .tuned(false)
              .seed(seed)
              .build());
    }
    return VirtualPoint.closed(
        key("workers", solver.optionName() + " skew=" + skew),
        sides,
        clock -> micro(skew),
        scale.concurrency(),
        tuning.warmUpSeconds(),
        tuning.seconds(),
        seed);
  }

  /** Returns a point that compares a self-tuning pipeline with fixed settings, at one skew. */
  VirtualPoint tuned(double skew, boolean repair) {
    return tuned("skew=" + skew, repair, clock -> micro(skew), this::closed, tuning.seconds());
  }

  /** Returns the same point as {@link #tuned(double, boolean)}, but with an open loop. */
  VirtualPoint tunedOpen(double skew, double rate) {
    return tuned(
        "open skew=" + skew + " rate=" + rate,
        true,
        clock -> micro(skew),
        () -> VirtualLoad.open(rate * capacity(skew)),
        tuning.seconds());
  }

  /**
   * Returns the same point as {@link #tuned(double, boolean)}, but with a changing skew. The
   * recorded interval is one pass through all phases of the skew.
   */
  VirtualPoint tunedChanging(boolean repair) {
    return tuned("changing", repair, clock -> changing(), this::closed, tuning.changingSeconds());
  }

  private Workload changing() {
    return new ChangingMicro(tuning.phases().stream().map(this::micro).toList());
  }

  /**
   * Returns a point that compares a self-tuning pipeline with fixed settings on two threads of this
   * machine, with a changing skew.
   */
  ChangingSkewPoint tunedOnThreads() {
    return new ChangingSkewPoint(
        String.format(
            Locale.ROOT,
            "two threads tuning, %s + %s s",
            tuning.threadsWarmUpSeconds(),
            tuning.changingSeconds()),
        TuningSides.fixedOnTwoThreads(),
        this::changing,
        tuning.phases(),
        new PipelinePoint.Rounds(
            tuning.changingSeconds(),
            tuning.threadsWarmUpSeconds(),
            scale.repeats(),
            LOAD_SECONDS));
  }

  private VirtualPoint tuned(
      String name,
      boolean repair,
      Function<NanoClock, Workload> workload,
      Supplier<VirtualLoad> load,
      double seconds) {
    return new VirtualPoint(
        key("tuning", name + (repair ? "" : " unrepaired")),
        TuningSides.all(repair),
        workload,
        load,
        TuningSides.fixed(repair),
        TuningSides.partly(repair),
        tuning.warmUpSeconds(),
        seconds,
        seed);
  }

  /**
   * Returns the throughput of the best fixed settings in a closed loop, in transactions per second.
   */
  private double capacity(double skew) {
    return capacities.computeIfAbsent(
        skew,
        theta ->
            TuningSides.fixedSettings(true).stream()
                .mapToDouble(
                    config ->
                        VirtualPoint.capacity(
                            config,
                            clock -> micro(theta),
                            closed(),
                            tuning.warmUpSeconds() / 2,
                            tuning.seconds() / 2,
                            seed))
                .max()
                .orElseThrow());
  }

  private String key(String kind, String rest) {
    return String.format(
        Locale.ROOT,
        "virtual %s %s, %s + %s s",
        kind,
        rest,
        tuning.warmUpSeconds(),
        tuning.seconds());
  }
}
