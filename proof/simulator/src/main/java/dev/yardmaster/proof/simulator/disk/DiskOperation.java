package dev.yardmaster.proof.simulator.disk;

/** The operations that a {@link SimulatedDisk} counts, and at which a fault may occur. */
public enum DiskOperation {
  CREATE,
  WRITE,
  TRUNCATE,
  FORCE,
  RENAME,
  DELETE,
  FORCE_NAMES
}
