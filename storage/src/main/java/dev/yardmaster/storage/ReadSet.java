package dev.yardmaster.storage;

import dev.yardmaster.api.Key;
import java.util.Arrays;

/**
 * The keys that a transaction reads, and the results of the reads. A set is reused; it belongs to a
 * transaction coordinator. While a read request is in progress, the worker that answers the request
 * owns the positions that the request contains.
 */
public final class ReadSet extends KeySet {

  private long[] versions = new long[8];
  private long[] freshThrough = new long[8];

  /** Creates an empty read set. */
  public ReadSet() {}

  /** Exchanges all contents with another read set, in constant time. */
  public void exchange(ReadSet other) {
    exchangeKeys(other);
    long[] otherVersions = other.versions;
    long[] otherFreshThrough = other.freshThrough;
    other.versions = versions;
    other.freshThrough = freshThrough;
    versions = otherVersions;
    freshThrough = otherFreshThrough;
  }

  @Override
  void grow(int capacity) {
    super.grow(capacity);
    versions = Arrays.copyOf(versions, capacity);
    freshThrough = Arrays.copyOf(freshThrough, capacity);
  }

  /** Like {@link #find(Key)}, but first checks the position at which the key is likely to be. */
  public int find(Key key, int likely) {
    return likely < size() && key(likely).equals(key) ? likely : find(key);
  }

  /**
   * Returns the version that was read. For a deleted key, this is the tombstone's version. It is 0
   * if the store has neither a value nor a tombstone.
   */
  public long version(int position) {
    return versions[position];
  }

  /**
   * Returns the version up to which the read value is known to be the newest. This is the value's
   * own version or, if it is higher, the watermark at the time of the read.
   */
  public long freshThrough(int position) {
    return freshThrough[position];
  }

  /**
   * Sets the result of a read.
   *
   * @param value the value that was read; must not be changed; null if the key has no value
   * @param version the value's version; 0 if the key is unknown
   * @param throughVersion the highest version up to which the value is known to be the newest
   */
  public void found(int position, byte[] value, long version, long throughVersion) {
    values[position] = value;
    versions[position] = version;
    freshThrough[position] = Math.max(version, throughVersion);
  }
}
