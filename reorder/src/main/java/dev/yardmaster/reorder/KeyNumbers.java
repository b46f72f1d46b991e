package dev.yardmaster.reorder;

import java.util.Arrays;

/**
 * Numbers keys of a batch, from 1; 0 is every other key. The graphs of bits number what is written,
 * {@code SharedKeys} what is accessed.
 *
 * <p>Open addressing with linear probing. Batches are small and most probes miss, so that it is
 * mispredicted branches and not instructions that cost. The table is nearly empty, so that nearly
 * every probe is the last; and number 0, which an empty slot holds, is given the fingerprint that
 * is looked for, so that a probe ends in one and the same way whether it hits or misses.
 */
public final class KeyNumbers {
  private static final int SLOTS_PER_KEY = 8;
  private static final long GOLDEN_RATIO = 0x9E3779B97F4A7C15L;

  private int[] slots = new int[0];
  private int shift;
  private long[] fingerprints = new long[1];
  private int count;

  /** Forgets all keys and makes room for a number of them. */
  public void clear(int keys) {
    int used = Capacity.atLeast(SLOTS_PER_KEY * keys);
    if (slots.length < used) {
      slots = new int[used];
      fingerprints = new long[used / SLOTS_PER_KEY + 1];
    }
    // The slots in use follow the batch and not the largest batch so far: they are cleared for
    // each.
    Arrays.fill(slots, 0, used, 0);
    shift = Long.SIZE - Integer.numberOfTrailingZeros(used);
    count = 0;
  }

  /** The keys numbered since they were cleared. */
  public int count() {
    return count;
  }

  /** The number of a key, which is one more than {@link #count} was if the key is new. */
  public int add(long fingerprint) {
    int slot = slotOf(fingerprint);
    int key = slots[slot];
    int fresh = (key - 1) >>> (Integer.SIZE - 1); // 1 for number 0, else 0.
    count += fresh;
    key += count & -fresh;
    slots[slot] = key;
    fingerprints[key] = fingerprint;
    return key;
  }

  /** The number of a key, or 0 when it was not added. */
  public int find(long fingerprint) {
    return slots[slotOf(fingerprint)];
  }

  private int slotOf(long fingerprint) {
    int slot = (int) ((fingerprint * GOLDEN_RATIO) >>> shift);
    fingerprints[0] = fingerprint;
    int last = (1 << -shift) - 1;
    while (fingerprints[slots[slot]] != fingerprint) {
      slot = (slot + 1) & last;
    }
    return slot;
  }
}
