package dev.yardmaster.benchmarks.experiment.cormcc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.MetricValues;
import org.junit.jupiter.api.Test;

/** Tests the means of the features that a classifier has sampled. */
class SampledFeaturesTest {

  private static double crossShare(MetricValues values) {
    Metric metric =
        values.metrics().stream()
            .filter(each -> each.name().equals("feature.cross-share"))
            .findFirst()
            .orElseThrow();
    return values.get(metric);
  }

  @Test
  void theLastFeaturesOfEachPartitionAreLeftOut() {
    SampledFeatures sampled = new SampledFeatures();
    double[] reused = new double[4];
    for (double[] call : new double[][] {{0, 0.1}, {0, 0.2}, {1, 0.6}, {1, 9}, {0, 9}}) {
      reused[0] = call[1];
      assertEquals("silo", sampled.classify((int) call[0], reused));
    }
    assertEquals((0.1 + 0.2 + 0.6) / 3, crossShare(sampled.means()), 1e-9);
  }

  @Test
  void oneSampleOfAPartitionIsNotEnough() {
    SampledFeatures sampled = new SampledFeatures();
    sampled.classify(0, new double[4]);
    sampled.classify(1, new double[4]);
    assertTrue(sampled.means().metrics().isEmpty(), sampled.means().toString());
  }
}
