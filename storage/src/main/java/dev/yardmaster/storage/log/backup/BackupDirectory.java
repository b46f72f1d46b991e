package dev.yardmaster.storage.log.backup;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.storage.log.DirectoryListing;
import dev.yardmaster.storage.log.disk.DiskFile;
import dev.yardmaster.storage.log.format.LogVisitor;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * Writes a received backup to a new directory. The directory gets its final name only after all
 * files are on disk and were found intact. One thread uses an instance.
 */
public final class BackupDirectory implements Backup.Receiver, Closeable {

  private final NewDirectory target;
  private DiskFile file;
  private long position;

  private BackupDirectory(NewDirectory target) {
    this.target = target;
  }

  /**
   * Begins to write a directory.
   *
   * @throws YardmasterException {@link ErrorCode#IO_FAILED} if there is already a file or a
   *     non-empty directory at the path
   */
  public static BackupDirectory begin(Path path) throws IOException {
    return new BackupDirectory(NewDirectory.begin(path));
  }

  @Override
  public void begin(Backup.File next) throws IOException {
    if (!DirectoryListing.isOwn(next.name())) {
      throw new IOException("a backup does not have a file with the name " + next.name());
    }
    file = target.disk().create(next.name());
    position = 0;
  }

  @Override
  public void piece(ByteBuffer bytes) throws IOException {
    int length = bytes.remaining();
    file.write(bytes, position);
    position += length;
  }

  @Override
  public void end() throws IOException {
    try (DiskFile ended = file) {
      ended.force();
    } finally {
      file = null;
    }
  }

  /**
   * Checks all files, and gives the directory its final name.
   *
   * @return the contents of the directory, as found by the inspection
   * @throws YardmasterException {@link ErrorCode#DAMAGED} if a service would not start with the
   *     directory
   */
  public Inspection complete() throws IOException {
    Inspection found = Inspection.of(target.disk(), LogVisitor.NONE);
    for (Inspection.FileReport report : found.files()) {
      if (report.state() != Inspection.State.WHOLE) {
        throw new YardmasterException(
            ErrorCode.DAMAGED,
            "the backup is damaged: " + report.problem().orElse("a file is not intact"),
            "file",
            report.name(),
            "position",
            report.wholeBytes());
      }
    }
    target.complete();
    return found;
  }

  /** Deletes the directory, unless it is complete. */
  @Override
  public void close() throws IOException {
    try (target) {
      if (file != null) {
        file.close();
      }
    }
  }
}
