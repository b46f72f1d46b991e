package dev.yardmaster.reorder;

import java.util.Arrays;

/**
 * Numbers the keys of a batch from 1. Every key that was not added has the number 0. The conflict
 * graphs on bit rows use this class to number the written keys; {@code SharedKeys} uses it to
 * number all accessed keys.
 *
 * <p>The table uses open addressing with linear probing. Batches are small and most searches find
 * no key, so mispredicted branches dominate the cost. The table is nearly empty, so nearly every
 * search ends at its first slot. An empty slot contains number 0. Each search first stores the
 * fingerprint that it looks for as the fingerprint of number 0. So one comparison ends the search
 * both at the slot of the key and at an empty slot.
 */
public final class KeyNumbers {
  private static final int SLOTS_PER_KEY = 8;
  private static final long GOLDEN_RATIO = 0x9E3779B97F4A7C15L;

  private int[] slots = new int[0];
  private int shift;
  private long[] fingerprints = new long[1];
  private int count;

  /** Removes all keys, and allocates memory for the given number of keys. */
  public void clear(int keys) {
    int used = Capacity.atLeast(SLOTS_PER_KEY * keys);
    if (slots.length < used) {
      slots = new int[used];
      fingerprints = new long[used / SLOTS_PER_KEY + 1];
    }
    // Each batch clears the part of the table that it uses. So the size of this part depends on the
    // current batch and not on the largest earlier batch.
    Arrays.fill(slots, 0, used, 0);
    shift = Long.SIZE - Integer.numberOfTrailingZeros(used);
    count = 0;
  }

  /** Returns the number of keys that were added since the last clear. */
  public int count() {
    return count;
  }

  /** Returns the number of a key. A new key gets the next number. */
  public int add(long fingerprint) {
    int slot = slotOf(fingerprint);
    int key = slots[slot];
    int fresh = (key - 1) >>> (Integer.SIZE - 1); // The value is 1 for a new key, else 0.
    count += fresh;
    key += count & -fresh;
    slots[slot] = key;
    fingerprints[key] = fingerprint;
    return key;
  }

  /** Returns the number of a key, or 0 if the key was not added. */
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
