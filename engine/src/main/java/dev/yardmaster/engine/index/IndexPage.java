package dev.yardmaster.engine.index;

import java.util.Arrays;

/**
 * A part of a scanned range: the entries of one leaf that are in the range. All of them were in the
 * leaf at one moment. An instance is reused, and one thread owns it.
 */
public final class IndexPage {

  /** The leaf with its observed version and stamp, which the transaction adds to its node set. */
  final Observation observed = new Observation();

  final long[] keys;
  final byte[][] rests;
  final int[] records;
  int count;

  /** Whether {@link #rests} may contain byte strings of this page or of an earlier page. */
  private boolean mayHaveRests;

  /** Whether the scanned range continues beyond this leaf. */
  boolean goesOn;

  /**
   * The key at which the next page begins. For a forward scan this is the first key of the next
   * leaf; for a backward scan it is the upper bound of the previous leaf.
   */
  long nextKey;

  byte[] nextRest;

  /** The leaf where the next page probably begins; null if no such leaf is known. */
  Leaf next;

  /** Creates a page with room for a leaf's entries. */
  public IndexPage() {
    keys = new long[OrderedIndex.LEAF_ENTRIES];
    rests = new byte[OrderedIndex.LEAF_ENTRIES][];
    records = new int[OrderedIndex.LEAF_ENTRIES];
  }

  /** Prepares the page for the entries of a leaf. */
  void begin(boolean hasRests) {
    if (mayHaveRests && !hasRests) {
      Arrays.fill(rests, null);
    }
    mayHaveRests = hasRests;
  }

  /** Returns the leaf with its observed version and stamp. */
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
   * Returns whether the scanned range continues beyond this leaf. The next page begins at {@link
   * #nextKey} and {@link #nextRest}.
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
