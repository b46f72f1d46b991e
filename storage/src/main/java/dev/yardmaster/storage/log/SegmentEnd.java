package dev.yardmaster.storage.log;

import dev.yardmaster.storage.log.disk.Disk;
import dev.yardmaster.storage.log.disk.DiskFile;
import dev.yardmaster.storage.log.format.SegmentReader;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * The end of the log's last segment, as recovery finds it.
 *
 * @param end the end of the last intact group
 * @param forced the position up to which the segment was certainly on disk
 * @param closed whether the log was closed normally; if so, all groups except the closing group
 *     were certainly forced
 * @param size the length of the file, in bytes
 */
record SegmentEnd(String fileName, long end, long forced, boolean closed, long size) {

  /** The end of a log without segments. */
  static final SegmentEnd NONE = new SegmentEnd("", 0, 0, false, 0);

  static SegmentEnd of(SegmentReader reader, long end) {
    return new SegmentEnd(
        reader.header().fileName(), end, reader.forcedThrough(), reader.isClosed(), reader.size());
  }

  /** Returns the number of bytes behind the last intact group. */
  long tornBytes() {
    return Math.max(0, size - end);
  }

  /**
   * Cuts off the torn end, and makes sure that the remaining part is on disk.
   *
   * <p>A part of the segment may not have been forced before the crash. In this case, the method
   * replaces the segment by a copy, and forces the copy to disk. Forcing the segment itself is not
   * enough: after a failed force, the operating system may treat data as written although the data
   * is not on disk. Rewriting the segment in place would be dangerous: the segment contains
   * acknowledged commits, and a crash during the write could destroy these commits.
   *
   * <p>The closing group of a log that was closed normally contains no commits, so it is rewritten
   * in place.
   */
  void secure(Disk disk) throws IOException {
    if (end > forced && !closed) {
      FileCopy.run(disk, fileName, end, disk);
      return;
    }
    try (DiskFile file = disk.open(fileName)) {
      if (file.size() > end) {
        file.truncate(end);
      }
      if (closed) {
        ByteBuffer closing = ByteBuffer.allocate((int) (end - forced));
        file.read(closing, forced);
        file.write(closing.flip(), forced);
      }
      file.force();
    }
  }
}
