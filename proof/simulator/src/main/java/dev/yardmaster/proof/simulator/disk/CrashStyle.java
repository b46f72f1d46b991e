package dev.yardmaster.proof.simulator.disk;

/**
 * What becomes of what was not forced. All but {@link #KEPT} are crashes of the machine: what is
 * there afterwards is on the disk for good. Lengths that were not forced come out anywhere between
 * the forced length and the furthest end that was written; what no kept write covers is zeros.
 * Names come out by a chance of their own: none, the first, any, or all of their changes are kept.
 */
public enum CrashStyle {
  /** Nothing of it is there. */
  LOST,
  /** What was written first is there; the last part may be cut anywhere. */
  PARTIAL,
  /** Any parts are there, later ones without earlier ones. */
  REORDERED,
  /** Any parts are there, and some of their bits are wrong. */
  BIT_FLIPPED,
  /**
   * The process was killed: everything is there, and still not forced. What an earlier force has
   * missed is there or not, as its {@link DiskFault.Kind} says.
   */
  KEPT
}
