package dev.yardmaster.benchmarks.virtual;

import dev.yardmaster.benchmarks.virtual.meter.MeteredAgent;
import dev.yardmaster.benchmarks.virtual.meter.MeteredAgent.Role;
import dev.yardmaster.benchmarks.virtual.meter.PipelineOperation;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.agrona.concurrent.SystemNanoClock;

/**
 * Runs a pipeline's agents on the current thread. The class records the length of duty cycles and
 * the operations in them, for {@link PipelineCosts}. The length of a duty cycle is the thread's
 * processor time, which passes only while the thread runs. Duty cycles without work are too short
 * to measure.
 */
final class MeasuredCore implements Cores {

  /** The upper bound of the number of duty cycles that are recorded for a role in one run. */
  private static final int MAX_NOTED = 600;

  private static final int LOOKS = 10_000;

  /** Only one in this number of duty cycles is recorded. */
  private static final int ONE_IN = 7;

  private final Map<Role, CostFit> fits;
  private final Map<Role, Integer> noted = new EnumMap<>(Role.class);
  private final double[] done = new double[PipelineOperation.values().length];
  private List<MeteredAgent> agents = List.of();
  private MeteredAgent running;
  private boolean measuring;
  private final SplittableRandom random = new SplittableRandom(1);
  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private final long lookNs = lookNs();

  /**
   * Creates a core.
   *
   * @param fits receives the measurements
   */
  MeasuredCore(Map<Role, CostFit> fits) {
    this.fits = fits;
  }

  /** Returns a fit without measurements for each role. */
  static Map<Role, CostFit> fits() {
    Map<Role, CostFit> fits = new EnumMap<>(Role.class);
    for (Role role : Role.values()) {
      fits.put(role, new CostFit(PipelineOperation.values().length));
    }
    return fits;
  }

  void run(List<MeteredAgent> all) {
    agents = all;
  }

  void measure(boolean on) {
    measuring = on;
    noted.clear();
  }

  private boolean noted(Role role) {
    return noted.merge(role, 1, Integer::sum) <= MAX_NOTED;
  }

  @Override
  public void did(PipelineOperation operation, long times) {
    done[operation.ordinal()] += times;
  }

  @Override
  public MeteredAgent running() {
    return running;
  }

  @Override
  public double settledNs() {
    return (double) SystemNanoClock.INSTANCE.nanoTime();
  }

  @Override
  public void wakeAll() {
    // This method does nothing, because no agent sleeps.
  }

  @Override
  public void with(OutsideEvents happening) {
    throw new UnsupportedOperationException("only closed loads are supported");
  }

  @Override
  public double step() {
    for (int i = 0; i < agents.size(); i++) {
      running = agents.get(i);
      boolean noting = measuring && random.nextInt(ONE_IN) == 0;
      Arrays.fill(done, 0);
      long beganNs = noting ? threads.getCurrentThreadCpuTime() : 0;
      try {
        running.run();
      } catch (Exception e) {
        throw new IllegalStateException("an agent failed while it was measured", e);
      }
      if (noting && done[PipelineOperation.IDLE_CYCLE.ordinal()] == 0 && noted(running.role())) {
        long tookNs = threads.getCurrentThreadCpuTime() - beganNs - lookNs;
        fits.get(running.role()).add(done, (double) tookNs);
      }
    }
    running = null;
    return settledNs();
  }

  /** Returns the time, in ns, that reading the clock takes. */
  private long lookNs() {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < LOOKS; i++) {
      long beganNs = threads.getCurrentThreadCpuTime();
      least = Math.min(least, threads.getCurrentThreadCpuTime() - beganNs);
    }
    return least;
  }
}
