package dev.yardmaster.proof.simulator.disk;

/**
 * The part of the unforced data that remains after a crash. All styles except {@link #KEPT} are
 * crashes of the machine, after which the remaining data is permanently on the disk. A length that
 * was not forced may have any value between the forced length and the end of the furthest write.
 * Bytes that no remaining write covers are zeros. The changes of names that remain do not depend on
 * the contents that remain: none, the first, any, or all of the changes remain.
 */
public enum CrashStyle {
  /** No unforced data remains. */
  LOST,
  /** The first writes remain, and the last of them may be cut at any byte. */
  PARTIAL,
  /** Any parts of the writes remain, possibly later parts without earlier parts. */
  REORDERED,
  /** Any parts of the writes remain, and some of their bits are wrong. */
  BIT_FLIPPED,
  /**
   * Only the process was killed: all data remains, and is still not forced. Data that an earlier
   * force failed to write may or may not remain, depending on its {@link DiskFault.Kind}.
   */
  KEPT
}
