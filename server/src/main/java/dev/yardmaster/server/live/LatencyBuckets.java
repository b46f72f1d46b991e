package dev.yardmaster.server.live;

import dev.yardmaster.annotations.Shared;
import io.prometheus.metrics.model.registry.Collector;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * All latencies since the start as a Prometheus histogram. From the histogram, Prometheus can
 * compute percentiles over any time and any number of servers. The tick fills the histogram,
 * because filling it for each request would make each request slower. This class is thread-safe.
 */
@Shared(
    writers = "the thread that ticks",
    readers = "the thread that scrapes /metrics",
    access = "guarded by the object's monitor")
final class LatencyBuckets implements Collector {

  static final String NAME = "yardmaster_request_latency_seconds";

  private static final double NS_PER_SECOND = 1e9;

  /** The upper bounds of the buckets: 50 µs, 100 µs, 250 µs, 500 µs, 1 ms and so on to 10 s. */
  private static final double[] BOUNDS_S = {
    0.00005,
    0.0001,
    0.00025,
    0.0005,
    0.001,
    0.0025,
    0.005,
    0.01,
    0.025,
    0.05,
    0.1,
    0.25,
    0.5,
    1,
    2.5,
    5,
    10,
    Double.POSITIVE_INFINITY
  };

  private final long[] counts = new long[BOUNDS_S.length];
  private double sumS;

  /** Adds the latencies recorded between two ticks. */
  synchronized void add(Histogram latenciesNs) {
    for (HistogramIterationValue value : latenciesNs.recordedValues()) {
      double seconds =
          latenciesNs.medianEquivalentValue(value.getValueIteratedTo()) / NS_PER_SECOND;
      int bucket = 0;
      while (seconds > BOUNDS_S[bucket]) {
        bucket++;
      }
      counts[bucket] += value.getCountAtValueIteratedTo();
      sumS += seconds * value.getCountAtValueIteratedTo();
    }
  }

  @Override
  public synchronized HistogramSnapshot collect() {
    List<Number> perBucket = new ArrayList<>();
    for (long count : counts) {
      perBucket.add(count);
    }
    List<Double> bounds = new ArrayList<>();
    for (double bound : BOUNDS_S) {
      bounds.add(bound);
    }
    return HistogramSnapshot.builder()
        .name(NAME)
        .help("from a request's arrival to its answer")
        .dataPoint(
            HistogramDataPointSnapshot.builder()
                .labels(Labels.EMPTY)
                .classicHistogramBuckets(ClassicHistogramBuckets.of(bounds, perBucket))
                .sum(sumS)
                .build())
        .build();
  }
}
