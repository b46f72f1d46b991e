package dev.yardmaster.proof.simulator.disk;

/**
 * A fault of a disk, and the operation at which the fault occurs.
 *
 * @param operation number of the operation that fails, counted from 1 since the disk's start
 * @param kind the kind of fault
 */
public record DiskFault(long operation, Kind kind) {

  /** The kinds of faults. */
  public enum Kind {
    /** The process or the machine crashes in the middle of the operation. */
    CRASH,
    /**
     * This operation fails, and so do all later writes and creations, until a file is deleted or
     * truncated.
     */
    NO_SPACE,
    /** The operation fails; a part of it may have been executed. */
    IO_ERROR,
    /**
     * The operation fails as with {@link #IO_ERROR}, with one difference. Data that a failed force
     * did not write stays readable, even after a restart of the process. The data reaches the disk
     * only if it is written again.
     */
    IO_ERROR_UNSEEN
  }
}
