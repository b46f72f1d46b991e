package dev.yardmaster.engine.protocol.mixed;

/** Chooses the protocol for a partition from the partition's features. */
@FunctionalInterface
public interface PartitionClassifier {

  /**
   * Returns the name of the protocol for a partition. A worker calls the method during its periodic
   * cleanup; only one worker at a time does so.
   *
   * @param partition the index of the partition, from 0
   * @param features the values of {@link DecisionTree#FEATURES} since the last call for this
   *     partition. The array is valid only during the call
   */
  String classify(int partition, double[] features);
}
