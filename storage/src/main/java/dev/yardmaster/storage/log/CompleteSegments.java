package dev.yardmaster.storage.log;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.storage.log.disk.Disk;
import dev.yardmaster.storage.log.format.SegmentFormat;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.List;

/**
 * The complete segments that a log still keeps, the oldest first. The log keeps a segment until a
 * checkpoint covers the segment and neither the archive nor a backup needs it. The log's thread
 * calls the methods, except {@link #coveredThrough}.
 */
final class CompleteSegments {

  private final Disk disk;
  private final Retention retention;
  private final ArrayDeque<Segment> segments;
  private long bytes;

  /**
   * The last checkpoint contains all commits up to this version. Until the first checkpoint after
   * the start, the value is -1, so that no segment is removed, not even an empty one.
   */
  @Shared(
      writers = "the checkpointer, when a checkpoint is valid",
      readers = "the log's thread, which removes segments",
      access = "volatile")
  private volatile long coveredThrough = -1;

  /**
   * A complete segment.
   *
   * @param lastVersion a version that is at least every commit version in the segment
   * @param bytes the length of the segment, in bytes
   */
  record Segment(long sequence, long lastVersion, long bytes) {}

  CompleteSegments(Disk disk, Retention retention, List<Segment> recovered) {
    this.disk = disk;
    this.retention = retention;
    segments = new ArrayDeque<>(recovered);
    bytes = recovered.stream().mapToLong(Segment::bytes).sum();
  }

  void add(Segment segment) {
    segments.add(segment);
    bytes += segment.bytes();
  }

  int count() {
    return segments.size();
  }

  /** Returns the total length of the segments. */
  long bytes() {
    return bytes;
  }

  /**
   * Records that a checkpoint on disk contains all commits up to a version. Any thread may call
   * this method.
   */
  void coveredThrough(long version) {
    coveredThrough = version;
  }

  /** Returns whether the oldest segment is covered and archived. A backup may still need it. */
  boolean mayRemoveOldest() {
    Segment oldest = segments.peekFirst();
    return oldest != null
        && oldest.lastVersion() <= coveredThrough
        && !retention.lacksSegment(oldest.sequence());
  }

  /**
   * Removes the oldest segment, unless a backup needs it.
   *
   * @return the length of the removed segment, in bytes; 0 if no segment was removed
   */
  long removeOldest() throws IOException {
    Segment oldest = segments.getFirst();
    String name = SegmentFormat.fileName(oldest.sequence());
    if (!retention.removeSegment(oldest.sequence(), () -> disk.delete(name))) {
      return 0;
    }
    segments.removeFirst();
    bytes -= oldest.bytes();
    return oldest.bytes();
  }
}
