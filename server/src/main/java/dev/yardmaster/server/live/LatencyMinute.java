package dev.yardmaster.server.live;

import dev.yardmaster.annotations.Shared;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.HdrHistogram.Histogram;
import org.agrona.concurrent.NanoClock;

/**
 * The latencies of the last 60 ticks, of all network threads. The ticking thread owns the object.
 */
final class LatencyMinute {

  private static final int SECONDS = 60;

  @Shared(
      writers = "event loops at their first connection",
      readers = "the thread that ticks",
      access = "CopyOnWriteArrayList, which only gets more entries")
  private final List<RequestLatencies> sources = new CopyOnWriteArrayList<>();

  private final Histogram[] seconds = new Histogram[SECONDS];
  private final Histogram minute = RequestLatencies.newHistogram();
  private int newest;

  LatencyMinute() {
    for (int i = 0; i < SECONDS; i++) {
      seconds[i] = RequestLatencies.newHistogram();
    }
  }

  /**
   * Creates a recorder whose latencies are included in all later ticks. Any thread may call this
   * method.
   */
  RequestLatencies newSource(NanoClock clock) {
    RequestLatencies source = new RequestLatencies(clock);
    sources.add(source);
    return source;
  }

  /** Replaces the oldest second by the latencies that were recorded since the last tick. */
  Histogram tick() {
    newest = (newest + 1) % SECONDS;
    Histogram second = seconds[newest];
    second.reset();
    sources.forEach(source -> source.moveTo(second));
    return second;
  }

  /** Returns the latencies of the last 60 ticks. */
  Histogram minute() {
    minute.reset();
    for (Histogram second : seconds) {
      if (second.getTotalCount() > 0) {
        minute.add(second);
      }
    }
    return minute;
  }
}
