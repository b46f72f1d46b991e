package dev.yardmaster.processor;

/**
 * How many transactions a processor lets into the pipeline at once: as many as latency needs, and
 * no more. Owned by the processor.
 *
 * <p>With more in flight throughput rises as long as the pipeline waits for messages, and each run
 * meets more others on its way. The share of a run's time that is not queueing, the least time seen
 * over the mean, says about how much throughput one percent more in flight brings; runs discarded
 * for each one that commits say how much of it is lost again. The window grows while the gain is
 * above the loss, and shrinks while it is below. Without conflicts it opens up to the concurrency
 * level, where the arrivals, not the window, say how many are in flight: it only grows when it was
 * full.
 *
 * <p>The least time is that of the last two spans of {@link #SPAN_NS}; each begins with a short
 * time at a narrow window, in which runs do not queue (as BBR does, Cardwell and others, ACM Queue
 * 14(5), 2016).
 */
final class AdaptiveWindow {

  static final long INTERVAL_NS = 2_000_000;
  static final long SPAN_NS = 4_000_000_000L;

  private static final int FIRST_WIDTH = 16;
  private static final int PROBE_WIDTH = 2;
  private static final int LEAST_RUNS = 50;
  private static final double MARGIN = 1.25;
  private static final int STEP_SHARE = 8;

  private final Window.Kind kind;
  private final int most;
  private int width;
  private boolean probing;

  private long intervalBeganNs;
  private long runNs;
  private int runs;
  private int discarded;
  private boolean wasFull;

  private long spanBeganNs;
  private long leastNs = Long.MAX_VALUE;
  private long leastNsBefore = Long.MAX_VALUE;

  /**
   * A window.
   *
   * @param most the processor's share of the concurrency level
   * @param share the processor's share of a fixed window's width
   */
  AdaptiveWindow(Window.Kind kind, int most, int share, long nowNs) {
    this.kind = kind;
    this.most = most;
    this.width =
        switch (kind) {
          case OPEN -> most;
          case FIXED -> Math.min(most, share);
          case ADAPTIVE -> Math.min(most, FIRST_WIDTH);
        };
    this.intervalBeganNs = nowNs;
    this.spanBeganNs = nowNs;
  }

  /** Most transactions that may be in the pipeline now. */
  int width() {
    return probing ? Math.min(width, PROBE_WIDTH) : width;
  }

  /** Takes note that the window kept a transaction out. */
  void full() {
    wasFull = true;
  }

  /** Takes note of a run that was decided on. */
  void decided(long tookNs, boolean committed) {
    runNs += tookNs;
    runs++;
    if (!committed) {
      discarded++;
    }
    if (tookNs < leastNs) {
      leastNs = tookNs;
    }
  }

  /** Fits the width when enough was seen. */
  void adapt(long nowNs) {
    if (kind != Window.Kind.ADAPTIVE || nowNs - intervalBeganNs < INTERVAL_NS) {
      return;
    }
    if (probing || runs >= LEAST_RUNS) {
      if (!probing) {
        fit();
      }
      probing = false;
      beginInterval(nowNs);
    }
    if (nowNs - spanBeganNs >= SPAN_NS) {
      spanBeganNs = nowNs;
      leastNsBefore = leastNs;
      leastNs = Long.MAX_VALUE;
      probing = true;
      beginInterval(nowNs);
    }
  }

  private void fit() {
    double loss = (double) discarded / Math.max(1, runs - discarded);
    double gain = (double) Math.min(leastNs, leastNsBefore) * runs / Math.max(1, runNs);
    int step = Math.max(1, width / STEP_SHARE);
    if (loss > gain * MARGIN) {
      width = Math.max(1, width - step);
    } else if (wasFull && loss * MARGIN < gain) {
      width = Math.min(most, width + step);
    }
  }

  private void beginInterval(long nowNs) {
    intervalBeganNs = nowNs;
    runNs = 0;
    runs = 0;
    discarded = 0;
    wasFull = false;
  }
}
