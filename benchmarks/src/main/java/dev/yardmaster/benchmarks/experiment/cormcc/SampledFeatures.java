package dev.yardmaster.benchmarks.experiment.cormcc;

import dev.yardmaster.benchmarks.measure.Metric;
import dev.yardmaster.benchmarks.measure.Metric.Shown;
import dev.yardmaster.benchmarks.measure.MetricValues;
import dev.yardmaster.benchmarks.measure.Results.Row;
import dev.yardmaster.engine.protocol.mixed.DecisionTree;
import dev.yardmaster.engine.protocol.mixed.PartitionClassifier;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A classifier that assigns Silo to all partitions, and averages the features from which a decision
 * tree would choose the protocols. The means do not include the last features of each partition,
 * because the check of the tables after the round may have produced these features. One worker at a
 * time calls {@link #classify}; another thread reads the means after the workers have ended.
 */
final class SampledFeatures implements PartitionClassifier {

  /** The means of {@link DecisionTree#FEATURES}, in their order. */
  private static final List<Metric> METRICS =
      DecisionTree.FEATURES.stream()
          .map(feature -> Metric.fact("feature." + feature, "1", Shown.THREE))
          .toList();

  /** For each partition, the features that were sampled last. */
  private final Map<Integer, double[]> last = new HashMap<>();

  private final double[] sums = new double[METRICS.size()];
  private long count;

  @Override
  public String classify(int partition, double[] features) {
    double[] before = last.put(partition, features.clone());
    if (before != null) {
      count++;
      for (int i = 0; i < sums.length; i++) {
        sums[i] += before[i];
      }
    }
    return "silo";
  }

  /**
   * Returns the mean of each feature; no means if the workers have sampled too few transactions.
   */
  MetricValues means() {
    MetricValues means = new MetricValues();
    for (int i = 0; i < sums.length; i++) {
      means.put(METRICS.get(i), sums[i] / count);
    }
    return means;
  }

  /** Returns the means of the features from a side's results; NaN for a feature without a mean. */
  static double[] of(Row row) {
    return METRICS.stream().mapToDouble(row::value).toArray();
  }
}
