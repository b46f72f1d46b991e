package dev.yardmaster.processor.coordinator;

/**
 * How many transactions a processor lets into the pipeline at once. An adaptive width goes where
 * most commits, within a percent: what more in flight gains by keeping the pipeline busy, it loses
 * again by runs that go stale on their way, and where the balance lies depends on latency, arrivals
 * and contention, so it is found by trying. Owned by the processor.
 *
 * <p>Time is cut into intervals with a width a little above and a little below, in the order above,
 * below, below, above, so that a drift of the load cancels. Each pair of intervals gives the
 * elasticity of the throughput: how many percent more commit with a percent more in flight. The
 * width is multiplied accordingly, with a slight pull downwards, since what does not help only
 * waits in the pipeline instead of before it. This is the method of incremental steps (Heiss and
 * Wagner, VLDB 1991, section 4) with paired measurements.
 *
 * <p>Intervals in which no transaction was kept out say nothing about the width: where arrivals are
 * the limit it stays, so that a lone request never waits.
 */
final class AdaptiveWindow {

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

  /** A window that stays as it is, if that is not more than most. */
  static AdaptiveWindow fixed(int most, int width) {
    return new AdaptiveWindow(false, most, Math.min(most, width));
  }

  /**
   * A window that fits itself.
   *
   * @param most the processor's share of the concurrency level
   */
  static AdaptiveWindow adaptive(int most, long nowNs) {
    AdaptiveWindow window = new AdaptiveWindow(true, most, Math.min(most, FIRST_WIDTH));
    window.beginInterval(nowNs);
    return window;
  }

  /** Most transactions that may be in the pipeline now. */
  int width() {
    return width;
  }

  /** Takes note that the window kept a transaction out. */
  void full() {
    wasFull = true;
  }

  /**
   * Fits the width when an interval has ended; to be called about every millisecond.
   *
   * @param commits transactions that took place since the start, or were decided against by their
   *     own logic
   */
  void adapt(long nowNs, long commits) {
    if (!adaptive) {
      return;
    }
    if (held) {
      held = false;
      beginInterval(nowNs);
    }
    long passedNs = nowNs - intervalBeganNs;
    if (!settled) {
      // What the interval before left in flight is none of this one's merit.
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
   * Stays in the middle until {@link #adapt} is called again, and begins the pair of intervals anew
   * then: for times that say nothing about the width.
   */
  void hold() {
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

  /** Above, below, below, above, and so on. */
  private boolean isAbove() {
    return ((interval + 1) & 2) == 0;
  }

  private void step() {
    if (aboveWidth <= belowWidth || aboveRate <= 0 || belowRate <= 0) {
      return;
    }
    double elasticity =
        Math.log(aboveRate / belowRate) / Math.log((double) aboveWidth / belowWidth);
    // The fewer were counted, the more of the difference is chance.
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
