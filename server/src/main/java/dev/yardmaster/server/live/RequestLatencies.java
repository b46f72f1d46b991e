package dev.yardmaster.server.live;

import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;
import org.agrona.concurrent.NanoClock;

/**
 * Where one network thread records how long requests took. Only that thread may call {@link
 * #record}; it never waits and allocates nothing. Made by {@link LiveFigures#latencies()}.
 */
public final class RequestLatencies {

  /** What takes longer is recorded as that: a minute. */
  static final long MAX_NS = 60_000_000_000L;

  private static final long UNIT_NS = 1_000;
  private static final int DIGITS = 2;

  private final SingleWriterRecorder recorder = new SingleWriterRecorder(UNIT_NS, MAX_NS, DIGITS);
  private final NanoClock clock;
  private Histogram interval;

  /** Records nothing yet, by a clock. */
  RequestLatencies(NanoClock clock) {
    this.clock = clock;
  }

  /** Now, by the clock that latencies are taken with, in ns. */
  public long nowNs() {
    return clock.nanoTime();
  }

  /** Records a request that arrived at a time of {@link #nowNs} and is answered now. */
  public void recordSince(long arrivedNs) {
    record(clock.nanoTime() - arrivedNs);
  }

  static Histogram newHistogram() {
    return new Histogram(UNIT_NS, MAX_NS, DIGITS);
  }

  /**
   * Records one request.
   *
   * @param latencyNs from its arrival to its answer
   */
  public void record(long latencyNs) {
    recorder.recordValue(Math.max(0, Math.min(MAX_NS, latencyNs)));
  }

  /** Moves what was recorded since the last call into a histogram; the ticking thread. */
  void moveTo(Histogram sum) {
    interval = recorder.getIntervalHistogram(interval);
    sum.add(interval);
  }
}
