package dev.yardmaster.server.live;

import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;

/**
 * Where one network thread records how long requests took. Only that thread may call {@link
 * #record}; it never waits and allocates nothing. Made by {@link LiveFigures#latencies()}.
 */
public final class RequestLatencies {

  /** What takes longer is recorded as that: a minute. */
  static final long MOST_NS = 60_000_000_000L;

  private static final long UNIT_NS = 1_000;
  private static final int DIGITS = 2;

  private final SingleWriterRecorder recorder = new SingleWriterRecorder(UNIT_NS, MOST_NS, DIGITS);
  private Histogram interval;

  RequestLatencies() {}

  static Histogram newHistogram() {
    return new Histogram(UNIT_NS, MOST_NS, DIGITS);
  }

  /**
   * Records one request.
   *
   * @param latencyNs from its arrival to its answer
   */
  public void record(long latencyNs) {
    recorder.recordValue(Math.max(0, Math.min(MOST_NS, latencyNs)));
  }

  /** Moves what was recorded since the last call into a histogram; the ticking thread. */
  void moveTo(Histogram sum) {
    interval = recorder.getIntervalHistogram(interval);
    sum.add(interval);
  }
}
