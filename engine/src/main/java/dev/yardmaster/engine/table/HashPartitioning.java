package dev.yardmaster.engine.table;

import java.util.Arrays;

/** Divides keys by their hashes. */
record HashPartitioning(int count) implements Partitioning {

  HashPartitioning {
    if (count < 1) {
      throw new IllegalArgumentException("there is 1 partition or more: partitions=" + count);
    }
  }

  @Override
  public int of(Table table, long key, byte[] rest) {
    long hash = (rest == null ? key : Arrays.hashCode(rest)) * 0x9E3779B97F4A7C15L;
    return (int) (((hash >>> 32) * count) >>> 32);
  }
}
