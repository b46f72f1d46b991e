package dev.yardmaster.server.live;

import dev.yardmaster.annotations.Shared;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;
import org.agrona.concurrent.NanoClock;

/**
 * Records the latencies of one network thread's requests. Only that thread may call the methods,
 * except {@link #moveTo}. These methods never wait and allocate nothing. {@link
 * LiveFigures#latencies()} creates the object.
 */
public final class RequestLatencies {

  /**
   * The longest latency that is recorded: one minute. A longer latency is recorded as one minute.
   */
  static final long MAX_NS = 60_000_000_000L;

  private static final long UNIT_NS = 1_000;
  private static final int DIGITS = 2;
  private static final int MAX_ANSWERED = 1_024;

  @Shared(
      writers = "its network thread",
      readers = "the thread that ticks",
      access =
          "HdrHistogram's SingleWriterRecorder: writer and reader swap histograms through a "
              + "phaser, and the writer never waits")
  private final SingleWriterRecorder recorder = new SingleWriterRecorder(UNIT_NS, MAX_NS, DIGITS);

  private final NanoClock clock;

  /**
   * The arrival times of the requests whose answers are about to be written. At most {@code
   * MAX_ANSWERED} requests are kept.
   */
  private final long[] arrivalsNs = new long[MAX_ANSWERED];

  private int answered;
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
   * Adds a request whose answer is about to be written. The request arrived at {@code arrivedNs}, a
   * time of {@link #nowNs}. The latency is recorded at the next call of {@link #written}, so that
   * answers that are written together need only one reading of the clock.
   */
  public void answered(long arrivedNs) {
    if (answered == arrivalsNs.length) {
      written();
    }
    arrivalsNs[answered++] = arrivedNs;
  }

  /**
   * Records the latencies of the requests that were passed to {@link #answered}, because their
   * answers are now written.
   */
  public void written() {
    if (answered == 0) {
      return;
    }
    long nowNs = clock.nanoTime();
    for (int i = 0; i < answered; i++) {
      record(nowNs - arrivalsNs[i]);
    }
    answered = 0;
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
