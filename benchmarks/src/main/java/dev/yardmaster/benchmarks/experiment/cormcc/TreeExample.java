package dev.yardmaster.benchmarks.experiment.cormcc;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * A measured load, which serves as an example to train a decision tree. The object does not change.
 */
final class TreeExample {

  private final double[] features;
  private final double[] committed;

  /**
   * Creates an example that stores the given arrays without copying them.
   *
   * @param features the values of {@code DecisionTree.FEATURES}
   * @param committed the committed/s under each protocol alone; at least one is above 0
   */
  TreeExample(double[] features, double[] committed) {
    this.features = features;
    this.committed = committed;
  }

  /** Returns the values of {@code DecisionTree.FEATURES}, which the caller must not change. */
  double[] features() {
    return features;
  }

  /**
   * Returns the loss if the given protocol is chosen: the share of the best protocol's commits that
   * the given protocol does not reach.
   */
  double loss(int protocol) {
    return 1 - committed[protocol] / most();
  }

  /**
   * Returns the weight of the example for each protocol: the commits of the protocol minus the
   * commits of the worst protocol, as a share of the best protocol's commits. If the protocols
   * differ little, all weights are small; if two protocols are about equally good, their weights
   * are about equal.
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
