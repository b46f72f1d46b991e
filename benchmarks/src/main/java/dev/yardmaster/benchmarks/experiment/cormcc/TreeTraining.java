package dev.yardmaster.benchmarks.experiment.cormcc;

import dev.yardmaster.engine.protocol.mixed.DecisionTree;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Comparator;
import java.util.List;

/**
 * Trains a decision tree by CART with the Gini impurity (Breiman and others, <i>Classification and
 * Regression Trees</i>, 1984). Each node gets the split that reduces the impurity most. An example
 * counts for several protocols, with the weights {@link TreeExample#weights}. The protocol of a
 * leaf is the protocol that loses the fewest commits on the leaf's examples.
 *
 * @param protocols the protocols, in the order of the examples' arrays
 */
record TreeTraining(List<String> protocols) {

  private static final int MAX_DEPTH = 4;

  /** A split must reduce the impurity by at least this share of the weight of all examples. */
  private static final double MIN_GAIN = 0.002;

  private static final String INDENT = "  ";

  private record Split(int feature, String threshold, double gain) {
    boolean isBelow(TreeExample example) {
      return example.features()[feature] < Double.parseDouble(threshold);
    }
  }

  /**
   * Returns the text of the tree, as {@link DecisionTree#parse} reads it. The time is quadratic in
   * the number of examples.
   *
   * @param examples at least one
   */
  String train(List<TreeExample> examples) {
    return node(examples, MAX_DEPTH, MIN_GAIN * sum(weights(examples)));
  }

  private String node(List<TreeExample> examples, int depth, double leastGain) {
    Split split = depth == 0 ? null : best(examples);
    if (split == null || split.gain < leastGain) {
      return protocols.get(greatest(weights(examples))) + "\n";
    }
    String below = node(examples.stream().filter(split::isBelow).toList(), depth - 1, leastGain);
    String above =
        node(examples.stream().filter(each -> !split.isBelow(each)).toList(), depth - 1, leastGain);
    return below.equals(above)
        ? below
        : DecisionTree.FEATURES.get(split.feature)
            + " < "
            + split.threshold
            + "\n"
            + below.indent(INDENT.length())
            + above.indent(INDENT.length());
  }

  /** Returns the split with the greatest gain; null if the features of all examples are equal. */
  private Split best(List<TreeExample> examples) {
    double whole = impurity(weights(examples));
    Split best = null;
    for (int i = 0; i < DecisionTree.FEATURES.size(); i++) {
      int feature = i;
      List<TreeExample> sorted =
          examples.stream()
              .sorted(Comparator.comparingDouble(each -> each.features()[feature]))
              .toList();
      for (int at = 1; at < sorted.size(); at++) {
        double lower = sorted.get(at - 1).features()[feature];
        double upper = sorted.get(at).features()[feature];
        double gain =
            whole
                - impurity(weights(sorted.subList(0, at)))
                - impurity(weights(sorted.subList(at, sorted.size())));
        if (lower < upper && (best == null || gain > best.gain)) {
          best = new Split(feature, between(lower, upper), gain);
        }
      }
    }
    return best;
  }

  /** Returns a number between two values, near their middle, with as few digits as possible. */
  private static String between(double lower, double upper) {
    BigDecimal middle = new BigDecimal(lower).add(new BigDecimal(upper)).divide(new BigDecimal(2));
    for (int digits = 1; digits < MathContext.DECIMAL64.getPrecision(); digits++) {
      BigDecimal rounded = middle.round(new MathContext(digits));
      if (lower < rounded.doubleValue() && rounded.doubleValue() < upper) {
        return rounded.stripTrailingZeros().toPlainString();
      }
    }
    return new BigDecimal(upper).toPlainString();
  }

  private double[] weights(List<TreeExample> examples) {
    double[] sums = new double[protocols.size()];
    for (TreeExample example : examples) {
      double[] weights = example.weights();
      for (int i = 0; i < sums.length; i++) {
        sums[i] += weights[i];
      }
    }
    return sums;
  }

  /** Returns the Gini impurity, multiplied by the weight. */
  private static double impurity(double[] weights) {
    double sum = sum(weights);
    double squares = 0;
    for (double weight : weights) {
      squares += weight * weight;
    }
    return sum == 0 ? 0 : sum - squares / sum;
  }

  private static double sum(double[] weights) {
    double sum = 0;
    for (double weight : weights) {
      sum += weight;
    }
    return sum;
  }

  private static int greatest(double[] weights) {
    int greatest = 0;
    for (int i = 1; i < weights.length; i++) {
      greatest = weights[i] > weights[greatest] ? i : greatest;
    }
    return greatest;
  }
}
