package dev.yardmaster.storage.log.backup;

import java.util.List;
import java.util.Optional;

/**
 * The result of a restore.
 *
 * @param checkpoint the path of the checkpoint from which the restore began; empty if the restore
 *     began with the first commit
 * @param segments the paths of the segments that were read after the checkpoint, oldest first
 * @param transactions the number of transactions that were taken from the segments
 * @param lastVersion an upper bound of the versions of the restored commits
 * @param lastTimeMs the time of the last group that was taken from the segments, in ms since 1970;
 *     0 if unknown
 */
public record Restored(
    Optional<String> checkpoint,
    List<String> segments,
    long transactions,
    long lastVersion,
    long lastTimeMs) {

  /** Copies the list, so that the record is immutable. */
  public Restored {
    segments = List.copyOf(segments);
  }
}
