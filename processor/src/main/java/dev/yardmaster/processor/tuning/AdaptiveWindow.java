package dev.yardmaster.processor.tuning;

/**
 * Limits the number of transactions that one processor has in the pipeline at the same time. An
 * adaptive width converges to the width with the most commits, to within 1 %. More transactions in
 * flight keep the pipeline busy, but also make more runs stale. The best width depends on latency,
 * arrivals and contention, so the window finds it by trials. The processor owns the window.
 *
 * <p>Time is divided into intervals; in each interval, the width is slightly above or slightly
 * below a center. In four successive intervals, the widths are above, below, below and above the
 * center. A steady drift of the load therefore has no effect on the result. Each pair of intervals
 * gives the elasticity of the throughput: by how many percent commits increase if 1 % more
 * transactions are in flight. The window multiplies the center by a factor that depends on the
 * elasticity. The factor is slightly biased downwards. An admitted transaction that does not raise
 * the throughput would only wait inside the pipeline instead of before the admission. The algorithm
 * is the method of incremental steps (Heiss and Wagner, VLDB 1991, section 4) with paired
 * measurements.
 *
 * <p>If the window delayed no transaction in an interval, this interval does not show the effect of
 * the width. Therefore the width stays constant while the arrival rate limits the throughput. A
 * single transaction never waits.
 */
public final class AdaptiveWindow {

  static final long MIN_INTERVAL_NS = 4_000_000;
  static final long MAX_INTERVAL_NS = 60_000_000;

  private static final int FIRST_WIDTH = 64;
  private static final int MIN_COMMITS = 200;
  private static final double SPREAD = 1.15;
  private static final double STEP_PER_ELASTICITY = 0.25;
  private static final double MAX_STEP = 0.25;
  private static final double PULL = 0.01;

  private final boolean adaptive;
  private final int most;
  private double center;
  private int width;

  private boolean held;
  private int interval;
  private long intervalBeganNs;
  private boolean settled;
  private long measuredFromNs;
  private long measuredFromCommits;
  private boolean wasFull;

  private double aboveRate;
  private double belowRate;
  private int aboveWidth;
  private int belowWidth;
  private boolean pairWasFull;
  private long pairCommits = Long.MAX_VALUE;

  private AdaptiveWindow(boolean adaptive, int most, int first) {
    this.adaptive = adaptive;
    this.most = most;
    this.center = first;
    this.width = first;
    this.pairWasFull = true;
  }

  /** Returns a window of constant width, which is at most {@code most}. */
  public static AdaptiveWindow fixed(int most, int width) {
    return new AdaptiveWindow(false, most, Math.min(most, width));
  }

  /**
   * Returns an adaptive window.
   *
   * @param most the maximum width: the processor's share of the concurrency level
   */
  public static AdaptiveWindow adaptive(int most, long nowNs) {
    AdaptiveWindow window = new AdaptiveWindow(true, most, Math.min(most, FIRST_WIDTH));
    window.beginInterval(nowNs);
    return window;
  }

  /** Returns the maximum number of transactions that may currently be in the pipeline. */
  public int width() {
    return width;
  }

  /** Records that the window delayed a transaction. */
  public void full() {
    wasFull = true;
  }

  /**
   * Adapts the width when an interval has ended. The processor calls this method about every
   * millisecond.
   *
   * @param commits the number of transactions since the start that committed or were aborted by
   *     their own logic
   */
  public void adapt(long nowNs, long commits) {
    if (!adaptive) {
      return;
    }
    if (held) {
      held = false;
      beginInterval(nowNs);
    }
    long passedNs = nowNs - intervalBeganNs;
    if (!settled) {
      // Commits of transactions that were in flight before the interval began must not count for
      // this interval.
      if (passedNs >= MIN_INTERVAL_NS / 4) {
        settled = true;
        measuredFromNs = nowNs;
        measuredFromCommits = commits;
      }
      return;
    }
    long measured = commits - measuredFromCommits;
    if (passedNs >= MAX_INTERVAL_NS || (passedNs >= MIN_INTERVAL_NS && measured >= MIN_COMMITS)) {
      pairCommits = Math.min(pairCommits, measured);
      endInterval((double) measured / Math.max(1, nowNs - measuredFromNs));
      beginInterval(nowNs);
    }
  }

  /**
   * Keeps the width at the center until the next call of {@link #adapt}, which starts a new pair of
   * intervals. The processor calls this method while measurements would be misleading, for example
   * during a trial of another setting.
   */
  public void hold() {
    if (adaptive && !held) {
      held = true;
      interval &= ~1;
      pairWasFull = true;
      pairCommits = Long.MAX_VALUE;
      width = (int) Math.round(center);
    }
  }

  private void endInterval(double rate) {
    pairWasFull &= wasFull;
    if (isAbove()) {
      aboveRate = rate;
      aboveWidth = width;
    } else {
      belowRate = rate;
      belowWidth = width;
    }
    interval++;
    if ((interval & 1) == 0) {
      if (pairWasFull) {
        step();
      }
      pairWasFull = true;
      pairCommits = Long.MAX_VALUE;
    }
  }

  private boolean isAbove() {
    return ((interval + 1) & 2) == 0;
  }

  private void step() {
    if (aboveWidth <= belowWidth || aboveRate <= 0 || belowRate <= 0) {
      return;
    }
    double elasticity =
        Math.log(aboveRate / belowRate) / Math.log((double) aboveWidth / belowWidth);
    // If there are few commits, most of the measured difference is due to chance.
    double trust = Math.min(1, (double) pairCommits / MIN_COMMITS);
    double step = STEP_PER_ELASTICITY * elasticity * trust - PULL;
    center *= Math.exp(Math.max(-MAX_STEP, Math.min(MAX_STEP, step)));
    center = Math.max(1, Math.min(most, center));
  }

  private void beginInterval(long nowNs) {
    intervalBeganNs = nowNs;
    settled = false;
    wasFull = false;
    int around = (int) Math.round(center);
    width =
        isAbove()
            ? Math.min(most, Math.max(around + 1, (int) Math.round(center * SPREAD)))
            : Math.max(1, Math.min(around - 1, (int) Math.round(center / SPREAD)));
  }
}
