package dev.yardmaster.storage.log;

import java.util.List;

/**
 * The result of recovery.
 *
 * @param epoch the number of this start, counted from 1
 * @param startVersion the limit between this start and earlier starts: commit versions of this
 *     start are above the limit, and commit versions of earlier starts are at or below the limit
 * @param checkpointVersion the watermark of the checkpoint; 0 if there is no checkpoint
 * @param horizonMs the time, in ms since 1970, before which outcomes of transaction ids may have
 *     been dropped; older ids are refused
 * @param segments the segments of the log, oldest first
 * @param lastEnd the end of the groups in the last segment; 0 if there is no segment
 * @param checkpointEntries the number of entries in the checkpoint
 * @param transactions the number of transactions in the log
 * @param replayed the number of transactions in the log that are not in the checkpoint
 * @param bytes the total length of the checkpoints and segments that were found, without {@code
 *     tornBytes}
 * @param tornBytes the number of bytes that recovery has cut off at the end of the log
 */
public record Recovered(
    long epoch,
    long startVersion,
    long checkpointVersion,
    long horizonMs,
    List<CompleteSegments.Segment> segments,
    long lastEnd,
    long checkpointEntries,
    long transactions,
    long replayed,
    long bytes,
    long tornBytes) {

  /** Copies the list, so that the record is immutable. */
  public Recovered {
    segments = List.copyOf(segments);
  }

  /** Returns the result for a directory whose log begins after a checkpoint. */
  public static Recovered fresh(long epoch, long checkpointVersion) {
    return new Recovered(
        epoch, checkpointVersion, checkpointVersion, 0, List.of(), 0, 0, 0, 0, 0, 0);
  }

  /** Returns the highest version that recovery has found; 0 if it has found none. */
  public long lastVersion() {
    return Math.max(0, startVersion - Recovery.LOST_VERSIONS);
  }

  /** Returns the number of the next segment. */
  public long nextSequence() {
    return segments.isEmpty() ? 1 : segments.get(segments.size() - 1).sequence() + 1;
  }
}
