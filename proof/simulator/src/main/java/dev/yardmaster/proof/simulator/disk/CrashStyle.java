package dev.yardmaster.proof.simulator.disk;

/**
 * Determines which unforced data remains after a crash. All styles except {@link #KEPT} are crashes
 * of the machine. After such a crash, the remaining data is permanently on the disk. A file's
 * length that was not forced may have any value between the forced length and the end of the
 * furthest write. Bytes that no remaining write covers are zeros. A separate draw decides which
 * changes of names (creations, renames, deletions) remain: none, the first ones, an arbitrary
 * subset, or all.
 */
public enum CrashStyle {
  /** No unforced data remains. */
  LOST,
  /** The first writes remain; the last of these may be cut at any byte. */
  PARTIAL,
  /** Arbitrary parts of the writes remain; later parts may remain without earlier parts. */
  REORDERED,
  /** Arbitrary parts of the writes remain, and some of their bits are wrong. */
  BIT_FLIPPED,
  /**
   * Only the process was killed: all data remains, but is still not forced. If a force has failed
   * to write data, this data may or may not remain, depending on the {@link DiskFault.Kind}.
   */
  KEPT
}
