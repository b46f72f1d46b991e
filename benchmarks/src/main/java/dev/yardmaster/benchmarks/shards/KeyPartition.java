package dev.yardmaster.benchmarks.shards;

import dev.yardmaster.api.Key;

/** The rule that assigns keys to the shards of a validator. */
public enum KeyPartition {
  /**
   * The key's fingerprint determines the shard, so the keys of a customer are usually in different
   * shards.
   */
  BY_KEY {
    @Override
    public int shardOf(Key key, long fingerprint, int shards) {
      return slot(fingerprint, shards);
    }
  },
  /** The key's number determines the shard, so all accounts of a customer are in one shard. */
  BY_NUMBER {
    @Override
    public int shardOf(Key key, long fingerprint, int shards) {
      return slot(key.number() * 0x9E3779B97F4A7C15L, shards);
    }
  };

  /** Returns the shard of a key, from 0. */
  public abstract int shardOf(Key key, long fingerprint, int shards);

  private static int slot(long hash, int shards) {
    return (int) (((hash >>> 32) * shards) >>> 32);
  }
}
