package dev.yardmaster.benchmarks.shards;

/**
 * Counts the work of a sharded validator that a single validator does not have. The thread that
 * does the work calls the methods.
 */
public interface ShardMeter {

  /** A meter that counts nothing. */
  ShardMeter NONE = new ShardMeter() {};

  /**
   * A shard has looked up reads in its undecided writes, and has added writes to them; or an
   * orderer has done the same with the writes of a batch.
   */
  default void undecided(int reads, int writes) {}

  /** The leader has joined remarks of the shards. */
  default void joined(int remarks) {}

  /** The leader has looked up the outcome of a transaction that a condition names. */
  default void resolved(int conditions) {}

  /** The leader has run a transaction again. */
  default void repaired() {}

  /** The leader has decided on transactions. */
  default void decided(int transactions) {}
}
