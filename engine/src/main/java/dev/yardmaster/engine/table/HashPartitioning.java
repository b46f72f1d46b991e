package dev.yardmaster.engine.table;

/** Assigns keys to partitions by the hashes of the keys. */
record HashPartitioning(int count) implements Partitioning {

  HashPartitioning {
    if (count < 1) {
      throw new IllegalArgumentException("there is 1 partition or more: partitions=" + count);
    }
  }

  @Override
  public int of(Table table, long key, byte[] rest) {
    return PartitionBy.HASH.of(key, rest, count);
  }
}
