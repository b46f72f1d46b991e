package dev.yardmaster.proof.simulator.disk;

/** The operations that a {@link SimulatedDisk} counts, and that a fault may hit. */
public enum DiskOperation {
  CREATE,
  WRITE,
  TRUNCATE,
  FORCE,
  RENAME,
  DELETE,
  FORCE_NAMES
}
