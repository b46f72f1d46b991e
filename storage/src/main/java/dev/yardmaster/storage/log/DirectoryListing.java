package dev.yardmaster.storage.log;

import dev.yardmaster.storage.log.disk.Disk;
import dev.yardmaster.storage.log.disk.DiskFile;
import dev.yardmaster.storage.log.format.CheckpointFormat;
import dev.yardmaster.storage.log.format.SegmentFormat;
import java.io.IOException;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * The files of a data directory, by their kind.
 *
 * @param checkpoints the watermarks of all checkpoints, lowest first
 * @param segments the sequence numbers of all segments, lowest first
 * @param epochs the numbers of the starts that have an epoch file, lowest first
 * @param unfinished the names of files that were not completely written
 */
public record DirectoryListing(
    List<Long> checkpoints, List<Long> segments, List<Long> epochs, List<String> unfinished) {

  public static DirectoryListing of(Disk disk) throws IOException {
    List<String> names = disk.list();
    return new DirectoryListing(
        numbers(names, CheckpointFormat::watermark),
        numbers(names, SegmentFormat::sequence),
        numbers(names, Fence::epoch),
        names.stream().filter(DirectoryListing::isUnfinished).toList());
  }

  /**
   * Returns whether a name is the name of an unfinished file of this service. Files of other
   * programs that have the same suffix are not counted.
   */
  private static boolean isUnfinished(String name) {
    if (!name.endsWith(SegmentFormat.UNFINISHED)) {
      return false;
    }
    String finished = name.substring(0, name.length() - SegmentFormat.UNFINISHED.length());
    return SegmentFormat.sequence(finished) >= 0 || CheckpointFormat.watermark(finished) >= 0;
  }

  /** Returns whether a name is the name of a file of this service. */
  public static boolean isOwn(String name) {
    return isUnfinished(name)
        || SegmentFormat.sequence(name) >= 0
        || CheckpointFormat.watermark(name) >= 0
        || Fence.epoch(name) >= 0;
  }

  private static List<Long> numbers(List<String> names, ToLongFunction<String> numberOf) {
    return names.stream()
        .mapToLong(numberOf)
        .filter(number -> number >= 0)
        .sorted()
        .boxed()
        .toList();
  }

  /** Deletes the checkpoints of a directory that were not completely written. */
  public static void deleteUnfinishedCheckpoints(Disk disk) throws IOException {
    for (String name : of(disk).unfinished()) {
      if (CheckpointFormat.isUnfinished(name)) {
        disk.delete(name);
      }
    }
  }

  /** Returns the total length of all checkpoints and segments. */
  long bytes(Disk disk) throws IOException {
    long bytes = 0;
    for (long watermark : checkpoints) {
      bytes += sizeOf(disk, CheckpointFormat.fileName(watermark));
    }
    for (long sequence : segments) {
      bytes += sizeOf(disk, SegmentFormat.fileName(sequence));
    }
    return bytes;
  }

  private static long sizeOf(Disk disk, String name) throws IOException {
    try (DiskFile file = disk.open(name)) {
      return file.size();
    }
  }
}
