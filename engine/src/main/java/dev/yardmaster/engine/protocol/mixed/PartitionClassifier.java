package dev.yardmaster.engine.protocol.mixed;

/** Names the protocol for a partition by its features. */
@FunctionalInterface
public interface PartitionClassifier {

  /**
   * Returns the name of the protocol for a partition. One worker at a time calls the method, while
   * it tidies.
   *
   * @param partition the partition, counted from 0
   * @param features the values of {@link DecisionTree#FEATURES} since the last call for this
   *     partition. The array is valid only during the call
   */
  String classify(int partition, double[] features);
}
