package dev.yardmaster.storage.log.disk;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.storage.log.Fence;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Ensures that only one service uses a data directory, by three means:
 *
 * <ol>
 *   <li>A system property claims the directory within this JVM, for all class loaders.
 *   <li>A lock of the operating system on the file {@code lock} excludes other processes. The lock
 *       is a POSIX lock: if this process opens the file a second time and closes this second
 *       channel, for example to copy the directory, the process loses the lock without notice.
 *   <li>Therefore the file also names the process that holds the lock. If a process gets the lock
 *       while another process that the file names is still running, the attempt to lock the
 *       directory fails.
 * </ol>
 *
 * <p>A holder in another container cannot be detected. In this case, the {@link Fence} still
 * protects acknowledged commits.
 */
public final class DirectoryLock implements Closeable {

  public static final String FILE = "lock";

  private static final String CLAIM = "dev.yardmaster.directory.";

  private final String claim;
  private final LockHolder self;
  private final FileChannel channel;
  private final boolean exclusive;
  private boolean closed;

  private DirectoryLock(String claim, LockHolder self, FileChannel channel, boolean exclusive) {
    this.claim = claim;
    this.self = self;
    this.channel = channel;
    this.exclusive = exclusive;
  }

  /**
   * Locks a directory for a service.
   *
   * @throws YardmasterException {@link ErrorCode#DIRECTORY_IN_USE}
   */
  static DirectoryLock exclusive(Path directory) throws IOException {
    return lock(directory, true);
  }

  /**
   * Prevents services from opening a directory while this process reads the directory. A directory
   * without a lock file, for example a copy, is claimed only within this JVM.
   *
   * @throws YardmasterException {@link ErrorCode#DIRECTORY_IN_USE} if a service has the directory
   *     open
   */
  static DirectoryLock shared(Path directory) throws IOException {
    return lock(directory, false);
  }

  private static DirectoryLock lock(Path directory, boolean exclusive) throws IOException {
    String claim = CLAIM + directory.toRealPath();
    LockHolder self = LockHolder.self(directory);
    if (System.getProperties().putIfAbsent(claim, self.name()) != null) {
      throw inUse(directory, self.name());
    }
    try {
      FileChannel channel = exclusive ? lockFile(directory, self) : readLockFile(directory, self);
      return new DirectoryLock(claim, self, channel, exclusive);
    } catch (IOException | RuntimeException e) {
      System.getProperties().remove(claim);
      throw e;
    }
  }

  private static FileChannel lockFile(Path directory, LockHolder self) throws IOException {
    FileChannel channel =
        FileChannel.open(
            directory.resolve(FILE),
            StandardOpenOption.CREATE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE);
    try {
      acquire(directory, channel, self, false);
      ByteBuffer text = ByteBuffer.wrap(self.text().getBytes(StandardCharsets.US_ASCII));
      channel.truncate(0);
      channel.write(text, 0);
      return channel;
    } catch (IOException | RuntimeException e) {
      Disk.closeAfter(e, channel);
      throw e;
    }
  }

  /**
   * Locks the directory's lock file for reading. Returns null if the directory has no lock file.
   */
  private static FileChannel readLockFile(Path directory, LockHolder self) throws IOException {
    Path file = directory.resolve(FILE);
    if (!Files.exists(file)) {
      return null;
    }
    FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
    try {
      acquire(directory, channel, self, true);
      return channel;
    } catch (IOException | RuntimeException e) {
      Disk.closeAfter(e, channel);
      throw e;
    }
  }

  private static void acquire(
      Path directory, FileChannel channel, LockHolder self, boolean isShared) throws IOException {
    boolean locked;
    try {
      locked = channel.tryLock(0, Long.MAX_VALUE, isShared) != null;
    } catch (OverlappingFileLockException e) {
      locked = false;
    }
    String text = read(channel);
    LockHolder holder = LockHolder.parse(text);
    if (!locked || (holder != null && holder.isLivingBeside(self))) {
      throw inUse(directory, holder == null ? text : holder.name());
    }
  }

  private static String read(FileChannel channel) throws IOException {
    ByteBuffer text = ByteBuffer.allocate(LockHolder.MAX_BYTES);
    int length = Math.max(0, channel.read(text, 0));
    return new String(text.array(), 0, length, StandardCharsets.US_ASCII);
  }

  private static YardmasterException inUse(Path directory, String holder) {
    return new YardmasterException(
        ErrorCode.DIRECTORY_IN_USE,
        "only one service at a time can use a data directory",
        "directory",
        directory,
        "heldBy",
        holder);
  }

  /** Unlocks the directory. */
  @Override
  public void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    try (FileChannel locked = channel) {
      if (exclusive && read(locked).equals(self.text())) {
        locked.truncate(0);
      }
    } finally {
      System.getProperties().remove(claim);
    }
  }
}
