package dev.yardmaster.storage.log;

import java.util.List;

/**
 * What was found in a data directory.
 *
 * @param epoch the number of this start, counted from 1
 * @param startVersion all commit versions of this start are higher; no version that was ever given
 *     is
 * @param checkpointVersion the watermark of the checkpoint; 0 if there is none
 * @param horizonMs ids created before are refused: their outcomes may be forgotten; ms since 1970
 * @param segments of the log, oldest first
 * @param lastEnd where the groups of the last segment end; 0 if there is none
 * @param checkpointEntries entries in the checkpoint
 * @param transactions transactions in the log
 * @param replayed those of them that the checkpoint does not cover
 * @param bytes length of checkpoint and log
 * @param tornBytes what was cut off at the end of the log
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

  /** Takes a copy of the list. */
  public Recovered {
    segments = List.copyOf(segments);
  }

  /** The number of the next segment. */
  long nextSequence() {
    return segments.isEmpty() ? 1 : segments.get(segments.size() - 1).sequence() + 1;
  }
}
