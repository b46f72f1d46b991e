package dev.yardmaster.benchmarks.experiment.cormcc;

import java.util.Arrays;
import java.util.stream.IntStream;

/** A load from which a decision tree is trained. The object does not change. */
final class TreeExample {

  private final double[] features;
  private final double[] committed;

  /**
   * Creates an example, which keeps the arrays.
   *
   * @param features the values of {@code DecisionTree.FEATURES}
   * @param committed the committed/s under each protocol alone; some protocol commits
   */
  TreeExample(double[] features, double[] committed) {
    this.features = features;
    this.committed = committed;
  }

  /** Returns the values of {@code DecisionTree.FEATURES}, which the caller must not change. */
  double[] features() {
    return features;
  }

  /** Returns the share of the best protocol's commits that another protocol does not commit. */
  double loss(int protocol) {
    return 1 - committed[protocol] / most();
  }

  /**
   * Returns what the load counts for each protocol: how much more than the worst protocol it
   * commits, as a share of the best one's commits. So a load for which the protocols differ little
   * counts little, and two good protocols count about the same.
   */
  double[] weights() {
    double least = Arrays.stream(committed).min().orElseThrow();
    return IntStream.range(0, committed.length)
        .mapToDouble(protocol -> (committed[protocol] - least) / most())
        .toArray();
  }

  private double most() {
    return Arrays.stream(committed).max().orElseThrow();
  }
}
