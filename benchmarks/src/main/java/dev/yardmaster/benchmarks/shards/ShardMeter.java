package dev.yardmaster.benchmarks.shards;

/**
 * Counts the work that a sharded validator has in addition to the work of a single validator. The
 * thread that does the work calls the methods.
 */
public interface ShardMeter {

  /** A meter that counts nothing. */
  ShardMeter NONE = new ShardMeter() {};

  /**
   * Counts the look-ups of reads in a shard's undecided writes, and the additions to the undecided
   * writes. An orderer counts the same operations on the writes of a batch.
   */
  default void undecided(int reads, int writes) {}

  /** Counts remarks of the shards that the leader has joined. */
  default void joined(int remarks) {}

  /** Counts conditions for which the leader has looked up the outcome of the named transaction. */
  default void resolved(int conditions) {}

  /** Counts a transaction that the leader has run again. */
  default void repaired() {}

  /** Counts transactions on which the leader has decided. */
  default void decided(int transactions) {}
}
