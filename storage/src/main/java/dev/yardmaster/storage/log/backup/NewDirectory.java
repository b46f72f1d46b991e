package dev.yardmaster.storage.log.backup;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.storage.log.DirectoryListing;
import dev.yardmaster.storage.log.disk.DirectoryLock;
import dev.yardmaster.storage.log.disk.Disk;
import dev.yardmaster.storage.log.disk.FileDisk;
import dev.yardmaster.storage.log.format.SegmentFormat;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.stream.Stream;

/**
 * A new data directory. Until the directory is complete and on disk, its name has the suffix {@code
 * .tmp}, so a service can never start with an incomplete directory. One thread uses an instance.
 */
public final class NewDirectory implements Closeable {

  private final Path target;
  private final Path unfinished;
  private final FileDisk disk;
  private boolean complete;

  private NewDirectory(Path target, Path unfinished, FileDisk disk) {
    this.target = target;
    this.unfinished = unfinished;
    this.disk = disk;
  }

  /**
   * Begins to write a directory. If an earlier attempt has left a directory with the suffix, the
   * method deletes the files in that directory.
   *
   * @param path the path of the complete directory; it must not exist, or must be an empty
   *     directory
   * @throws YardmasterException {@link ErrorCode#IO_FAILED} if the path exists and is not an empty
   *     directory, {@link ErrorCode#DIRECTORY_IN_USE} if another attempt is running
   */
  public static NewDirectory begin(Path path) throws IOException {
    Path target = path.toAbsolutePath().normalize();
    if (Files.exists(target) && !isEmptyDirectory(target)) {
      throw occupied("the target must not exist, or be an empty directory", target);
    }
    Path unfinished = target.resolveSibling(target.getFileName() + SegmentFormat.UNFINISHED);
    FileDisk disk = FileDisk.open(unfinished);
    try {
      for (String name : disk.list()) {
        if (!DirectoryListing.isOwn(name)) {
          throw occupied(
              "this directory has a file that does not come from an earlier attempt", unfinished);
        }
        disk.delete(name);
      }
    } catch (IOException | RuntimeException e) {
      Disk.closeAfter(e, disk);
      throw e;
    }
    return new NewDirectory(target, unfinished, disk);
  }

  private static boolean isEmptyDirectory(Path path) throws IOException {
    if (!Files.isDirectory(path)) {
      return false;
    }
    try (Stream<Path> files = Files.list(path)) {
      return files.findAny().isEmpty();
    }
  }

  private static YardmasterException occupied(String what, Path directory) {
    return new YardmasterException(ErrorCode.IO_FAILED, what, "directory", directory);
  }

  /** Returns the disk with the files of the directory. Closing this object also closes the disk. */
  public Disk disk() {
    return disk;
  }

  /** Gives the directory its final name. All files of the directory must be on disk. */
  public void complete() throws IOException {
    disk.forceNames();
    disk.close();
    Files.move(unfinished, target, StandardCopyOption.ATOMIC_MOVE);
    complete = true;
    FileDisk.forceNames(target.getParent());
  }

  /** Deletes the directory, unless it is complete. */
  @Override
  public void close() throws IOException {
    if (complete) {
      return;
    }
    for (String name : disk.list()) {
      disk.delete(name);
    }
    disk.close();
    Files.deleteIfExists(unfinished.resolve(DirectoryLock.FILE));
    Files.delete(unfinished);
  }
}
