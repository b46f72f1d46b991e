package dev.yardmaster.proof.simulator.disk;

/**
 * What goes wrong, and when.
 *
 * @param operation the number of the operation that it hits, counted from 1 since the disk's start
 * @param kind what happens there
 */
public record DiskFault(long operation, Kind kind) {

  /** What may go wrong. */
  public enum Kind {
    /** Everything ends here, in the middle of the operation. */
    CRASH,
    /** From here on writes and creations fail, until a file is deleted or cut shorter. */
    NO_SPACE,
    /** The operation fails, and may have been done in part. */
    IO_ERROR,
    /**
     * The same; but what a force of a file has missed is shown to readers also after a restart of
     * the process, as if it were on the disk, and only writing it again brings it there.
     */
    IO_ERROR_UNSEEN
  }
}
