package dev.yardmaster.engine.protocol.mixed;

/** Chooses the protocol for a partition by the partition's features. */
@FunctionalInterface
public interface PartitionClassifier {

  /**
   * Returns the name of the protocol for a partition. One worker at a time calls the method, during
   * its periodic cleanup.
   *
   * @param partition the index of the partition, from 0
   * @param features the values of {@link DecisionTree#FEATURES} since the last call for this
   *     partition. The array is valid only during the call
   */
  String classify(int partition, double[] features);
}
