package dev.yardmaster.engine.protocol.mixed;

import java.util.BitSet;

/**
 * An immutable table that maps each partition to the index of the protocol that manages it (the
 * concurrency control lookup table of CormCC, section 4). The table has one additional entry, for
 * the keys that belong to no partition.
 */
final class ProtocolTable {

  private final byte[] parts;
  private final boolean[] mediated;
  private final int from;
  private final int to;
  private final int used;

  /**
   * Creates a table in which some partitions may be switching from one protocol to another.
   *
   * @param parts the index of each partition's protocol
   * @param mediated for each partition, whether it is switching. The protocol of a switching
   *     partition is {@code from}
   * @param from the old protocol; it commits first
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

  /** Returns a table with the given protocol index for each partition. */
  static ProtocolTable of(byte[] parts) {
    return new ProtocolTable(parts.clone(), new boolean[parts.length], 0, 0);
  }

  /**
   * Returns a table in which the chosen partitions, whose protocol is {@code oldPart}, are
   * switching.
   */
  ProtocolTable mediated(boolean[] chosen, int oldPart, int newPart) {
    return new ProtocolTable(parts, chosen.clone(), oldPart, newPart);
  }

  /**
   * Returns a table in which the partitions that are switching in this table have the new protocol
   * and no longer switch.
   */
  ProtocolTable switched() {
    byte[] after = parts.clone();
    for (int i = 0; i < after.length; i++) {
      if (mediated[i]) {
        after[i] = (byte) to;
      }
    }
    return new ProtocolTable(after, new boolean[after.length], to, to);
  }

  /** Returns the partitions that have a different protocol in the other table. */
  BitSet changed(ProtocolTable other) {
    BitSet changed = new BitSet(parts.length);
    for (int i = 0; i < parts.length; i++) {
      changed.set(i, parts[i] != other.parts[i]);
    }
    return changed;
  }

  /**
   * Returns the index of the protocol that manages a partition. While the partition is switching,
   * this is the old protocol.
   */
  int part(int partition) {
    return parts[partition];
  }

  /**
   * Returns whether a partition is switching, so that the new protocol protects it in addition to
   * the old protocol.
   */
  boolean isMediated(int partition) {
    return mediated[partition];
  }

  /** Returns whether a protocol protects a partition. */
  boolean isProtected(int partition, int part) {
    return parts[partition] == part || (mediated[partition] && to == part);
  }

  /** Returns whether any partition is switching. */
  boolean isSwitching() {
    return from != to;
  }

  /** Returns the index of the protocol from which partitions switch. */
  int from() {
    return from;
  }

  /** Returns the index of the protocol to which partitions switch. */
  int to() {
    return to;
  }

  /** Returns whether a protocol protects any partition. */
  boolean uses(int part) {
    return (used & 1 << part) != 0;
  }
}
