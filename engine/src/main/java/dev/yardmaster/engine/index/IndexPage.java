package dev.yardmaster.engine.index;

/**
 * A part of a range: the entries of one leaf that lie in the range, read consistently at one
 * moment. Reused; owned by one thread.
 */
public final class IndexPage {

  /** The observed leaf, for the node set. */
  final Observation observed = new Observation();

  final long[] keys;
  final byte[][] rests;
  final int[] records;
  int count;

  /** Whether the range continues beyond this leaf. */
  boolean goesOn;

  /**
   * The first key of the next page: the next leaf's first key or, for a backward scan, the upper
   * bound of the leaf before.
   */
  long nextKey;

  byte[] nextRest;

  /** Usually the leaf of the next page; null if unknown. */
  Leaf next;

  /** Creates a page with room for a leaf's entries. */
  public IndexPage() {
    keys = new long[OrderedIndex.LEAF_ENTRIES];
    rests = new byte[OrderedIndex.LEAF_ENTRIES][];
    records = new int[OrderedIndex.LEAF_ENTRIES];
  }

  /** Returns the leaf as it was observed. */
  public Observation observed() {
    return observed;
  }

  /** Returns the number of entries. */
  public int count() {
    return count;
  }

  /** Returns an entry's key, in the order of the scan. */
  public long key(int entry) {
    return keys[entry];
  }

  /** Returns an entry's byte string; null for keys that are numbers. */
  public byte[] rest(int entry) {
    return rests[entry];
  }

  /** Returns an entry's record. */
  public int record(int entry) {
    return records[entry];
  }

  /**
   * Returns whether the range continues beyond this leaf, at {@link #nextKey} and {@link
   * #nextRest}.
   */
  public boolean goesOn() {
    return goesOn;
  }

  /** Returns the key at which the next page begins. */
  public long nextKey() {
    return nextKey;
  }

  /** Returns the byte string at which the next page begins. */
  public byte[] nextRest() {
    return nextRest;
  }
}
