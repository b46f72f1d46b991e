package dev.yardmaster.engine.table;

/** Maps keys to logical partitions. Pure; any thread. */
@FunctionalInterface
public interface Partitioning {

  /** A single partition with all keys. */
  Partitioning ONE = (key, rest) -> 0;

  /**
   * Returns the partition of a key.
   *
   * @param key as in {@link Table}
   * @param rest as in {@link Table}
   */
  int partitionOf(long key, byte[] rest);
}
