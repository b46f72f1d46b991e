package dev.yardmaster.proof.simulator.disk;

/**
 * A fault and its time.
 *
 * @param operation number of the operation that it hits, counted from 1 since the disk's start
 * @param kind the fault
 */
public record DiskFault(long operation, Kind kind) {

  /** The kinds of faults. */
  public enum Kind {
    /** The life ends in the middle of the operation. */
    CRASH,
    /**
     * From this operation on, writes and creations fail, until a file is deleted or cut shorter.
     */
    NO_SPACE,
    /** The operation fails, and may have been done in part. */
    IO_ERROR,
    /**
     * As {@link #IO_ERROR}; but data that a force of a file has missed stays readable even after a
     * restart of the process, as if it were on the disk, and only another write brings it there.
     */
    IO_ERROR_UNSEEN
  }
}
