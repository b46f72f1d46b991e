package dev.yardmaster.engine.protocol.mixed;

/**
 * Chooses the part of each partition by what the transactions do there. The workers call {@link
 * #advance} when they tidy.
 */
interface ProtocolChooser {

  /** Returns the counts of what transactions do, which the workers fill. */
  PartitionFeatures features();

  /** Requests other parts for partitions if it is time, unless another worker is about to. */
  void advance(long nowNs);
}
