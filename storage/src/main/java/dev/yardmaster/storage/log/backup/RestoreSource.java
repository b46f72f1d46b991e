package dev.yardmaster.storage.log.backup;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.storage.log.DirectoryListing;
import dev.yardmaster.storage.log.disk.Disk;
import dev.yardmaster.storage.log.disk.DiskFile;
import dev.yardmaster.storage.log.disk.FileDisk;
import dev.yardmaster.storage.log.format.SegmentFormat;
import dev.yardmaster.storage.log.format.SegmentReader;
import dev.yardmaster.storage.log.format.TableNames;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

/**
 * Presents the checkpoints and segments of several directories as one log. If a segment is in
 * several directories, the longest copy is used. One thread uses an instance.
 */
final class RestoreSource implements Closeable {

  /**
   * A segment.
   *
   * @param size the length of the file, in bytes
   */
  record Segment(Disk disk, SegmentFormat.Header header, long size) {

    String path() {
      return RestoreSource.path(disk, header.fileName());
    }

    SegmentReader open() throws IOException {
      return SegmentReader.open(disk, header.fileName(), new TableNames());
    }
  }

  private final List<FileDisk> disks = new ArrayList<>();
  private final NavigableMap<Long, Disk> checkpoints = new TreeMap<>();
  private final NavigableMap<Long, Segment> segments = new TreeMap<>();
  private long epoch = 1;

  private RestoreSource() {}

  /**
   * Opens directories for reading and reads the headers of their segments.
   *
   * @throws YardmasterException {@link ErrorCode#DAMAGED} if a header is damaged, or if two
   *     different segments have the same number
   */
  static RestoreSource open(List<Path> directories) throws IOException {
    RestoreSource source = new RestoreSource();
    try {
      Set<Path> known = new HashSet<>();
      for (Path directory : directories) {
        if (known.add(directory.toRealPath())) {
          source.add(FileDisk.openToRead(directory));
        }
      }
    } catch (IOException | RuntimeException e) {
      Disk.closeAfter(e, source);
      throw e;
    }
    return source;
  }

  private void add(FileDisk disk) throws IOException {
    disks.add(disk);
    DirectoryListing listing = DirectoryListing.of(disk);
    listing.checkpoints().forEach(watermark -> checkpoints.putIfAbsent(watermark, disk));
    listing.epochs().forEach(number -> epoch = Math.max(epoch, number));
    for (long sequence : listing.segments()) {
      String name = SegmentFormat.fileName(sequence);
      SegmentFormat.Header header = SegmentReader.header(disk, name);
      if (header == null || header.sequence() != sequence) {
        throw damaged(path(disk, name), 0, "the segment's header is missing or damaged");
      }
      epoch = Math.max(epoch, header.epoch());
      try (DiskFile file = disk.open(name)) {
        add(new Segment(disk, header, file.size()));
      }
    }
  }

  private void add(Segment segment) {
    Segment other = segments.putIfAbsent(segment.header().sequence(), segment);
    if (other == null) {
      return;
    }
    if (!other.header().equals(segment.header())) {
      throw damaged(
          segment.path(),
          0,
          "the files belong to different logs; this file is not a copy of " + other.path());
    }
    if (segment.size() > other.size()) {
      segments.put(segment.header().sequence(), segment);
    }
  }

  static String path(Disk disk, String name) {
    return Path.of(disk.name()).resolve(name).toString();
  }

  static YardmasterException damaged(String file, long position, String what) {
    return new YardmasterException(
        ErrorCode.DAMAGED, "cannot restore: " + what, "file", file, "position", position);
  }

  /**
   * Returns the number of the newest start of a service that has written one of the files; at least
   * 1.
   */
  long epoch() {
    return epoch;
  }

  /** Returns the checkpoints: maps each checkpoint's watermark to the checkpoint's directory. */
  NavigableMap<Long, Disk> checkpoints() {
    return checkpoints;
  }

  /** Returns the segments, oldest first. */
  List<Segment> segments() {
    return List.copyOf(segments.values());
  }

  @Override
  public void close() throws IOException {
    IOException failure = null;
    for (FileDisk disk : disks) {
      try {
        disk.close();
      } catch (IOException e) {
        failure = e;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
