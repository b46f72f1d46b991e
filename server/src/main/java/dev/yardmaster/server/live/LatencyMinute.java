package dev.yardmaster.server.live;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.HdrHistogram.Histogram;
import org.agrona.concurrent.NanoClock;

/** The latencies of the last sixty ticks, of all network threads. The ticking thread's. */
final class LatencyMinute {

  private static final int SECONDS = 60;

  private final List<RequestLatencies> sources = new CopyOnWriteArrayList<>();
  private final Histogram[] seconds = new Histogram[SECONDS];
  private final Histogram minute = RequestLatencies.newHistogram();
  private int newest;

  LatencyMinute() {
    for (int i = 0; i < SECONDS; i++) {
      seconds[i] = RequestLatencies.newHistogram();
    }
  }

  /** Another source; any thread. */
  RequestLatencies newSource(NanoClock clock) {
    RequestLatencies source = new RequestLatencies(clock);
    sources.add(source);
    return source;
  }

  /** Takes what was recorded since the last tick in place of what was sixty ticks ago. */
  Histogram tick() {
    newest = (newest + 1) % SECONDS;
    Histogram second = seconds[newest];
    second.reset();
    sources.forEach(source -> source.moveTo(second));
    return second;
  }

  /** What was recorded in the last sixty ticks. */
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
