package dev.yardmaster.engine.table;

/** Says which logical partition a key belongs to. Pure; any thread. */
@FunctionalInterface
public interface Partitioning {

  /** All keys are in partition 0. */
  Partitioning ONE = (key, rest) -> 0;

  /**
   * The partition of a key.
   *
   * @param key as in {@link Table}
   * @param rest as in {@link Table}
   */
  int partitionOf(long key, byte[] rest);
}
