package dev.yardmaster.engine.protocol.mixed;

import java.util.BitSet;

/**
 * The part that manages each partition (the concurrency control lookup table of CormCC, section 4).
 * The table has one more entry, for the keys that belong to no partition. It never changes.
 */
final class ProtocolTable {

  private final byte[] parts;
  private final boolean[] mediated;
  private final int from;
  private final int to;
  private final int used;

  /**
   * Creates a table in which some partitions may switch from one part to another.
   *
   * @param parts the part of each partition
   * @param mediated whether the partition switches; its part is then {@code from}
   * @param from the part that commits first
   */
  private ProtocolTable(byte[] parts, boolean[] mediated, int from, int to) {
    this.parts = parts;
    this.mediated = mediated;
    this.from = from;
    this.to = to;
    int bits = 0;
    for (int i = 0; i < parts.length; i++) {
      bits |= 1 << parts[i] | (mediated[i] ? 1 << to : 0);
    }
    used = bits;
  }

  /** Returns a table with the given part of each partition. */
  static ProtocolTable of(byte[] parts) {
    return new ProtocolTable(parts.clone(), new boolean[parts.length], 0, 0);
  }

  /** Returns a table in which the chosen partitions, which have the part {@code from}, switch. */
  ProtocolTable mediated(boolean[] chosen, int oldPart, int newPart) {
    return new ProtocolTable(parts, chosen.clone(), oldPart, newPart);
  }

  /** Returns a table in which the partitions that switch in this one have their new part. */
  ProtocolTable switched() {
    byte[] after = parts.clone();
    for (int i = 0; i < after.length; i++) {
      if (mediated[i]) {
        after[i] = (byte) to;
      }
    }
    return new ProtocolTable(after, new boolean[after.length], to, to);
  }

  /** Returns the partitions that have another part in another table. */
  BitSet changed(ProtocolTable other) {
    BitSet changed = new BitSet(parts.length);
    for (int i = 0; i < parts.length; i++) {
      changed.set(i, parts[i] != other.parts[i]);
    }
    return changed;
  }

  /** Returns the part that manages a partition: the old part while the partition switches. */
  int part(int partition) {
    return parts[partition];
  }

  /** Returns whether the new part also protects a partition. */
  boolean isMediated(int partition) {
    return mediated[partition];
  }

  /** Returns whether a part protects a partition. */
  boolean isProtected(int partition, int part) {
    return parts[partition] == part || (mediated[partition] && to == part);
  }

  /** Returns whether a partition switches. */
  boolean isSwitching() {
    return from != to;
  }

  /** Returns the part from which partitions switch. */
  int from() {
    return from;
  }

  /** Returns the part to which partitions switch. */
  int to() {
    return to;
  }

  /** Returns whether a part protects any partition. */
  boolean uses(int part) {
    return (used & 1 << part) != 0;
  }
}
