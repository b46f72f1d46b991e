package dev.yardmaster.storage.log.checkpoint;

/**
 * Counts of the checkpoints since the log was opened, and the figures of the last one.
 *
 * @param written the number of checkpoints that were written
 * @param failures the number of attempts that were abandoned, for example on a full disk
 * @param lastBytes the length of the last checkpoint in bytes; 0 if there is no checkpoint
 * @param lastDurationNs the time from the beginning to the end of the last checkpoint, in ns; 0 if
 *     there is no checkpoint
 * @param lastAgeNs the time since the end of the last checkpoint, in ns; 0 if there is no
 *     checkpoint
 */
public record CheckpointFigures(
    long written, long failures, long lastBytes, long lastDurationNs, long lastAgeNs) {

  /** The counts of a service without a log. */
  public static final CheckpointFigures NONE = new CheckpointFigures(0, 0, 0, 0, 0);
}
