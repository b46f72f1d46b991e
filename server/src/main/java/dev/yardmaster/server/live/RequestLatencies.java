package dev.yardmaster.server.live;

import dev.yardmaster.annotations.Shared;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;
import org.agrona.concurrent.NanoClock;

/**
 * Records the latencies of one network thread's requests. Only that thread may call {@link
 * #record}, which never waits and allocates nothing. {@link LiveFigures#latencies()} creates the
 * object.
 */
public final class RequestLatencies {

  /**
   * The longest latency that is recorded: one minute. A longer latency is recorded as one minute.
   */
  static final long MAX_NS = 60_000_000_000L;

  private static final long UNIT_NS = 1_000;
  private static final int DIGITS = 2;

  @Shared(
      writers = "its network thread",
      readers = "the thread that ticks",
      access =
          "HdrHistogram's SingleWriterRecorder: writer and reader swap histograms through a "
              + "phaser, and the writer never waits")
  private final SingleWriterRecorder recorder = new SingleWriterRecorder(UNIT_NS, MAX_NS, DIGITS);

  private final NanoClock clock;
  private Histogram interval;

  /** Creates an empty recorder. */
  RequestLatencies(NanoClock clock) {
    this.clock = clock;
  }

  /** Returns the present time of the clock that measures latencies, in ns. */
  public long nowNs() {
    return clock.nanoTime();
  }

  /**
   * Records a request that is answered now. The request arrived at {@code arrivedNs}, a time of
   * {@link #nowNs}.
   */
  public void recordSince(long arrivedNs) {
    record(clock.nanoTime() - arrivedNs);
  }

  static Histogram newHistogram() {
    return new Histogram(UNIT_NS, MAX_NS, DIGITS);
  }

  /**
   * Records one request.
   *
   * @param latencyNs the time from the request's arrival to its answer, in ns
   */
  public void record(long latencyNs) {
    recorder.recordValue(Math.max(0, Math.min(MAX_NS, latencyNs)));
  }

  /**
   * Adds the latencies that were recorded since the last call to a histogram. The ticking thread
   * calls this method.
   */
  void moveTo(Histogram sum) {
    interval = recorder.getIntervalHistogram(interval);
    sum.add(interval);
  }
}
