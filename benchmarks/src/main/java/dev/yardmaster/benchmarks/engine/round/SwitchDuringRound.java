package dev.yardmaster.benchmarks.engine.round;

import dev.yardmaster.benchmarks.engine.EngineRoundMetrics;
import dev.yardmaster.benchmarks.engine.EngineSetup;
import dev.yardmaster.benchmarks.measure.MetricValues;
import dev.yardmaster.engine.protocol.mixed.Mixed;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;

/**
 * Switches all partitions to another protocol within a recorded interval, and counts the
 * transactions that commit during the switch (the CormCC paper, section 6.6). The switch begins
 * during the first worker's first transaction after a quarter of the interval. The throughput is
 * measured from the request until the switch has ended, but at least for 0.2 virtual ms with
 * simulated workers, or for 1 s on threads. Any worker may call the methods.
 */
final class SwitchDuringRound {

  /**
   * For successive repeats, the fraction of the first worker's transaction that has run when the
   * switch begins.
   */
  private static final double[] BEGINS = {0, 0.5, 0.95};

  private static final long MIN_VIRTUAL_NS = 200_000;
  private static final double NS_PER_MS = 1e6;
  private static final double NS_PER_SECOND = 1e9;

  private final Mixed mixed;
  private final String to;
  private final long afterNs;
  private final long leastNs;
  private final AtomicBoolean begun = new AtomicBoolean();
  private final LongAdder commits = new LongAdder();
  private volatile long plannedNs = Long.MAX_VALUE;
  private volatile long requestNs = Long.MAX_VALUE;

  /**
   * Whether the switch of every partition has been requested. Before that, the switch cannot be
   * complete.
   */
  private volatile boolean requested;

  private volatile long settledNs = Long.MAX_VALUE;

  /**
   * Creates a switch.
   *
   * @param to the name of the protocol to which all partitions switch
   * @param setup contains the length of the first worker's transactions
   * @param repeat the number of the repeat. The switch begins at a moment of the first worker's
   *     transaction: at the start in the first repeat, in the middle in the second repeat, and near
   *     the end in the third repeat. After that, these three cases repeat
   */
  SwitchDuringRound(Mixed mixed, String to, EngineSetup setup, int repeat) {
    this.mixed = mixed;
    this.to = to;
    afterNs = (long) (BEGINS[repeat % BEGINS.length] * setup.longNs());
    leastNs = setup.simulated() ? MIN_VIRTUAL_NS : (long) NS_PER_SECOND;
  }

  /**
   * Requests the switch if it is due, and records the end time of the switch. A worker calls the
   * method before each transaction of the recorded interval.
   *
   * @param passedNs time since the recorded interval began
   */
  void look(boolean isFirstWorker, long nowNs, long passedNs, long recordedNs) {
    if (plannedNs == Long.MAX_VALUE) {
      if (isFirstWorker && passedNs >= recordedNs / 4) {
        plannedNs = nowNs + afterNs;
      }
    } else if (nowNs >= plannedNs && begun.compareAndSet(false, true)) {
      requestNs = nowNs;
      for (int partition = 0; partition <= mixed.partitioning().count(); partition++) {
        mixed.request(partition, to);
      }
      requested = true;
    } else if (requested && settledNs == Long.MAX_VALUE && mixed.isSettled()) {
      settledNs = nowNs;
    }
  }

  /** Counts a commit if it belongs to the measured time. */
  void committed(long nowNs) {
    if (nowNs >= requestNs && (settledNs == Long.MAX_VALUE || nowNs < endNs(settledNs))) {
      commits.increment();
    }
  }

  /** Returns the time at which the measurement of an ended switch ends. */
  private long endNs(long endedNs) {
    return Math.max(endedNs, requestNs + leastNs);
  }

  /**
   * Returns the metrics of the switch; no metrics if the switch was not requested.
   *
   * @param overNs the end of the recorded interval, at which the measured time ends if the switch
   *     is still running
   */
  MetricValues values(long overNs) {
    if (!requested) {
      return new MetricValues();
    }
    long endedNs = Math.min(settledNs, overNs);
    return new MetricValues()
        .put(EngineRoundMetrics.SWITCH_MS, (endedNs - requestNs) / NS_PER_MS)
        .put(
            EngineRoundMetrics.WHILE_SWITCHING,
            commits.sum() * NS_PER_SECOND / (Math.min(endNs(endedNs), overNs) - requestNs));
  }
}
