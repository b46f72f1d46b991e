package dev.yardmaster.engine.index;

/**
 * A part of a range: the entries of one leaf that lie in it, as they were together at one moment.
 * Reused; owned by one thread.
 */
public final class IndexPage {

  /** The leaf, for the node set. */
  final Observation observed = new Observation();

  final long[] keys;
  final byte[][] rests;
  final int[] records;
  int count;

  /** Whether the range goes on behind this leaf. */
  boolean goesOn;

  /** Where it goes on: the first key of the next leaf, or backwards the last before this one. */
  long nextKey;

  byte[] nextRest;

  /** Mostly the leaf that the next page is of; null if that is not known. */
  Leaf next;

  /** A page with room for a leaf. */
  public IndexPage() {
    keys = new long[OrderedIndex.LEAF_ENTRIES];
    rests = new byte[OrderedIndex.LEAF_ENTRIES][];
    records = new int[OrderedIndex.LEAF_ENTRIES];
  }

  /** The leaf as it was seen. */
  public Observation observed() {
    return observed;
  }

  /** How many entries. */
  public int count() {
    return count;
  }

  /** An entry's key, in the order of the scan. */
  public long key(int entry) {
    return keys[entry];
  }

  /** An entry's byte string; null for keys that are numbers. */
  public byte[] rest(int entry) {
    return rests[entry];
  }

  /** An entry's record. */
  public int record(int entry) {
    return records[entry];
  }

  /** Whether the range goes on behind this leaf, at {@link #nextKey} and {@link #nextRest}. */
  public boolean goesOn() {
    return goesOn;
  }

  /** Where the next page begins. */
  public long nextKey() {
    return nextKey;
  }

  /** Where the next page begins. */
  public byte[] nextRest() {
    return nextRest;
  }
}
