package dev.yardmaster.proof.simulator.disk;

/**
 * What a crash leaves of the data that was not forced. All styles but {@link #KEPT} are crashes of
 * the machine: what they leave is on the disk for good. A length that was not forced may be
 * anything between the forced length and the furthest written end; bytes that no kept write covers
 * are zeros. Changes of names are kept independently: none, the first, any, or all of them.
 */
public enum CrashStyle {
  /** No unforced data is left. */
  LOST,
  /** The first writes are left; the last part may be cut anywhere. */
  PARTIAL,
  /** Any parts are left, later ones without earlier ones. */
  REORDERED,
  /** Any parts are left, and some of their bits are wrong. */
  BIT_FLIPPED,
  /**
   * The process was killed: everything is left, and still not forced. Data that an earlier force
   * has missed is left or not, depending on its {@link DiskFault.Kind}.
   */
  KEPT
}
