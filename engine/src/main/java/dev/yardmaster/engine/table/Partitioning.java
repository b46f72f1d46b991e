package dev.yardmaster.engine.table;

/**
 * Maps keys to logical partitions. An implementation is a pure function, and any thread may call
 * it.
 */
@FunctionalInterface
public interface Partitioning {

  /** A single partition with all keys. */
  Partitioning ONE = (key, rest) -> 0;

  /**
   * Returns the partition of a key.
   *
   * @param key the number of the key, as {@link Table} defines it
   * @param rest the byte string of the key, as {@link Table} defines it
   */
  int partitionOf(long key, byte[] rest);
}
