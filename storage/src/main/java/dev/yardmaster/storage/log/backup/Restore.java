package dev.yardmaster.storage.log.backup;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.storage.log.FileCopy;
import dev.yardmaster.storage.log.Recovery;
import dev.yardmaster.storage.log.disk.Disk;
import dev.yardmaster.storage.log.disk.DiskFile;
import dev.yardmaster.storage.log.format.CheckpointFormat;
import dev.yardmaster.storage.log.format.CheckpointReader;
import dev.yardmaster.storage.log.format.LogVisitor;
import dev.yardmaster.storage.log.format.SegmentFormat;
import dev.yardmaster.storage.log.format.SegmentReader;
import dev.yardmaster.storage.log.format.TableNames;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Restores a data directory from a backup and archived segments. The new directory contains the
 * newest checkpoint that is complete at the restore point, and a new log with the later commits.
 * The restored commits are a prefix of the commit order. A restore does not change its input. The
 * new directory gets its final name only after all its files were found intact and are on disk. One
 * thread uses an instance.
 */
public final class Restore {

  private final RestoreSource source;
  private final List<RestoreSource.Segment> segments;
  private final Recovery.Progress progress;
  private final List<String> used = new ArrayList<>();
  private final long allBytes;
  private long limit;
  private long readBytes;

  /**
   * Whether the restore has reached the limit, so that no commit up to the limit can be missing.
   */
  private boolean reached;

  private Restore(RestoreSource source, RestorePoint point, Recovery.Progress progress)
      throws IOException {
    this.source = source;
    this.segments = source.segments();
    this.progress = progress;
    this.allBytes = segments.stream().mapToLong(RestoreSource.Segment::size).sum();
    this.limit = point.version();
    if (segments.isEmpty()) {
      throw failed("the input has no segment of a log");
    }
    if (point.timeMs() != Long.MAX_VALUE) {
      limit = Math.min(limit, lastVersionAt(point.timeMs()));
    }
  }

  /**
   * Restores a directory.
   *
   * @param from a backup, and any directories with archived checkpoints and segments
   * @param to the path of the new directory; it must not exist, or must be an empty directory
   * @throws YardmasterException {@link ErrorCode#DAMAGED} if the input ends before the restore
   *     point, or if a part of the input is missing or damaged
   */
  public static Restored run(
      List<Path> from, Path to, RestorePoint point, Recovery.Progress progress) throws IOException {
    try (RestoreSource source = RestoreSource.open(from);
        NewDirectory target = NewDirectory.begin(to)) {
      Restored restored = new Restore(source, point, progress).into(target.disk());
      target.complete();
      return restored;
    }
  }

  private Restored into(Disk target) throws IOException {
    long watermark = checkpoint();
    int first = firstSegment(watermark);
    Optional<String> checkpoint = Optional.empty();
    long epoch = source.epoch();
    if (watermark > 0) {
      Disk disk = source.checkpoints().get(watermark);
      String name = CheckpointFormat.fileName(watermark);
      epoch = Math.max(epoch, copyCheckpoint(disk, name, target));
      checkpoint = Optional.of(RestoreSource.path(disk, name));
    }
    reached = watermark == limit;
    LogCopy copy = LogCopy.begin(target, epoch, watermark);
    try (copy) {
      for (int i = first; i < segments.size() && !reached; i++) {
        copySegment(i, copy);
      }
    }
    if (!reached && limit != Long.MAX_VALUE) {
      throw failed("the log ends at version " + copy.lastVersion() + ", before version " + limit);
    }
    return new Restored(
        checkpoint, used, copy.transactions(), copy.lastVersion(), copy.lastTimeMs());
  }

  /**
   * Returns the watermark of the newest checkpoint that can be completed at or below the limit; 0
   * if there is no such checkpoint.
   */
  private long checkpoint() throws IOException {
    for (var candidate : source.checkpoints().headMap(limit, true).descendingMap().entrySet()) {
      String name = CheckpointFormat.fileName(candidate.getKey());
      long completeFrom = CheckpointReader.completeFrom(candidate.getValue(), name);
      if (completeFrom < 0) {
        throw RestoreSource.damaged(
            RestoreSource.path(candidate.getValue(), name),
            0,
            "the checkpoint's header or end is missing or damaged");
      }
      long watermark = candidate.getKey();
      if (limit == Long.MAX_VALUE
          ? completeFrom == CheckpointReader.UNKNOWN
              || completeFrom <= Math.max(watermark, lastVersion())
          : completeFrom <= limit) {
        return watermark;
      }
    }
    return 0;
  }

  /** Returns the last version of the log in the input. */
  private long lastVersion() throws IOException {
    RestoreSource.Segment newest = segments.get(segments.size() - 1);
    try (SegmentReader reader = newest.open()) {
      reader.read(newest.size(), LogVisitor.NONE);
      return reader.lastVersion();
    }
  }

  /** Returns the index of the newest segment that begins at or below a checkpoint's watermark. */
  private int firstSegment(long watermark) {
    for (int i = segments.size() - 1; i >= 0; i--) {
      if (segments.get(i).header().versionsAfter() <= watermark) {
        return i;
      }
    }
    SegmentFormat.Header oldest = segments.get(0).header();
    throw RestoreSource.damaged(
        segments.get(0).path(),
        0,
        Recovery.missingBefore(oldest.sequence(), oldest.versionsAfter())
            + (limit == Long.MAX_VALUE ? "" : ", that is complete at version " + limit));
  }

  /** Copies a checkpoint, and returns its epoch. */
  private long copyCheckpoint(Disk disk, String name, Disk target) throws IOException {
    long size;
    try (DiskFile file = disk.open(name)) {
      size = file.size();
    }
    FileCopy.run(disk, name, size, target);
    readBytes(size);
    try (CheckpointReader reader = CheckpointReader.open(target, name, new TableNames())) {
      if (reader.header() == null || !reader.header().fileName().equals(name)) {
        throw RestoreSource.damaged(
            RestoreSource.path(disk, name), 0, "the checkpoint's header is missing or damaged");
      }
      if (!reader.read((write, version) -> {})) {
        throw RestoreSource.damaged(
            RestoreSource.path(disk, name), reader.position(), "a block is incomplete or damaged");
      }
      return reader.header().epoch();
    }
  }

  private void copySegment(int index, LogCopy copy) throws IOException {
    RestoreSource.Segment segment = segments.get(index);
    if (segment.header().versionsAfter() >= limit) {
      reached =
          true; // Each start of a service skips some versions, so no commit has these versions.
      return;
    }
    used.add(segment.path());
    try (SegmentReader reader = segment.open()) {
      long through = endOf(index);
      long at = SegmentFormat.GROUPS_OFFSET;
      while (at < through) {
        long next = reader.check(at);
        if (next < 0) {
          refuseUnlessTorn(index, reader, at);
          break;
        }
        if (reader.records(at) > 0 && reader.firstVersion(at) > limit) {
          reached = true;
          return;
        }
        copy.add(reader, at, limit);
        if (reader.lastVersion() >= limit) {
          reached = true;
          return;
        }
        at = next;
      }
    }
    readBytes(segment.size());
    refuseGapAfter(index);
  }

  /**
   * Returns the position at which a segment's groups end, if the header of the next segment states
   * this position. Otherwise returns the length of the segment.
   */
  private long endOf(int index) {
    return isFollowed(index)
        ? segments.get(index + 1).header().previousEnd()
        : segments.get(index).size();
  }

  private boolean isFollowed(int index) {
    return index + 1 < segments.size()
        && segments.get(index + 1).header().sequence()
            == segments.get(index).header().sequence() + 1;
  }

  private void refuseUnlessTorn(int index, SegmentReader reader, long at) throws IOException {
    String path = segments.get(index).path();
    if (isFollowed(index)) {
      throw RestoreSource.damaged(
          path,
          at,
          "a group is incomplete or damaged, but the segment continues to " + endOf(index));
    }
    if (reader.laterGroup(at) >= 0) {
      throw RestoreSource.damaged(
          path, at, "a group is incomplete or damaged, but was on disk before a later group");
    }
  }

  private void refuseGapAfter(int index) {
    if (index + 1 < segments.size() && !isFollowed(index)) {
      RestoreSource.Segment segment = segments.get(index);
      throw RestoreSource.damaged(
          SegmentFormat.fileName(segment.header().sequence() + 1),
          0,
          "this segment is missing; " + segments.get(index + 1).path() + " is there");
    }
  }

  /**
   * Returns the last version before the first group that was written after a given time. The method
   * reads the headers of the groups, and the first version of the found group. Returns {@link
   * Long#MAX_VALUE} if no group was written after the time.
   */
  private long lastVersionAt(long timeMs) throws IOException {
    // Whether it is known that all commits before the current group were written at or before the
    // given time.
    boolean known = segments.get(0).header().versionsAfter() == 0;
    for (int i = 0; i < segments.size(); i++) {
      RestoreSource.Segment segment = segments.get(i);
      known &= segment.header().hasTimes() && (i == 0 || isFollowed(i - 1));
      if (!segment.header().hasTimes()) {
        continue;
      }
      try (SegmentReader reader = segment.open()) {
        long at = SegmentFormat.GROUPS_OFFSET;
        long through = endOf(i);
        while (at < through) {
          long next = reader.headerEnd(at);
          if (next < 0) {
            refuseUnlessTorn(i, reader, at);
            break;
          }
          if (reader.records(at) > 0) {
            if (reader.timeMs(at) > timeMs) {
              return knownBefore(known, segment, at, reader.firstVersion(at));
            }
            known = true;
          }
          at = next;
        }
      }
    }
    if (!known) {
      throw RestoreSource.damaged(
          segments.get(segments.size() - 1).path(),
          0,
          "it is unknown when the last commits were" + " written");
    }
    return Long.MAX_VALUE;
  }

  private static long knownBefore(
      boolean known, RestoreSource.Segment segment, long at, long firstVersion) {
    if (!known) {
      throw RestoreSource.damaged(
          segment.path(),
          at,
          "this group was written after the time, and it is unknown when the commits before this"
              + " group were written, because a segment is missing or has no times");
    }
    return firstVersion - 1;
  }

  private void readBytes(long bytes) {
    readBytes += bytes;
    progress.read(readBytes, Math.max(readBytes, allBytes));
  }

  private YardmasterException failed(String what) {
    return new YardmasterException(
        ErrorCode.DAMAGED,
        "cannot restore: " + what,
        "segments",
        segments.size(),
        "checkpoints",
        source.checkpoints().size());
  }
}
