package dev.yardmaster.storage.log;

import java.util.List;

/**
 * The result of recovery.
 *
 * @param epoch the number of this start, counted from 1
 * @param startVersion all commit versions of this start are above it, and all versions assigned
 *     before are at or below it
 * @param checkpointVersion the watermark of the checkpoint; 0 if there is none
 * @param horizonMs ids created before this time are refused, since their outcomes may have been
 *     dropped; ms since 1970
 * @param segments segments of the log, oldest first
 * @param lastEnd the end of the last segment's groups; 0 if there is none
 * @param checkpointEntries entries in the checkpoint
 * @param transactions transactions in the log
 * @param replayed transactions in the log that the checkpoint does not cover
 * @param bytes length of checkpoint and log
 * @param tornBytes bytes that were cut off at the end of the log
 */
public record Recovered(
    long epoch,
    long startVersion,
    long checkpointVersion,
    long horizonMs,
    List<CommitLog.Segment> segments,
    long lastEnd,
    long checkpointEntries,
    long transactions,
    long replayed,
    long bytes,
    long tornBytes) {

  /** Copies the list. */
  public Recovered {
    segments = List.copyOf(segments);
  }

  /** The number of the next segment. */
  long nextSequence() {
    return segments.isEmpty() ? 1 : segments.get(segments.size() - 1).sequence() + 1;
  }
}
