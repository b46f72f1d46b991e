package dev.yardmaster.storage.log.disk;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.SecureRandom;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A directory of the file system. While the directory is open, it is usually locked for this
 * process.
 */
public final class FileDisk implements Disk {

  private static final SecureRandom NONCES = new SecureRandom();

  private final Path directory;

  /** The lock of the directory; null if the directory was opened without a lock. */
  private final DirectoryLock lock;

  private final Set<StandardOpenOption> access;

  private FileDisk(Path directory, DirectoryLock lock, Set<StandardOpenOption> access) {
    this.directory = directory;
    this.lock = lock;
    this.access = access;
  }

  /**
   * Opens a directory, and creates a missing directory.
   *
   * @throws YardmasterException {@link ErrorCode#DIRECTORY_IN_USE} if the directory is already
   *     open, in this process or in another process
   */
  public static FileDisk open(Path directory) throws IOException {
    createDirectories(directory.toAbsolutePath());
    return new FileDisk(
        directory,
        DirectoryLock.exclusive(directory),
        Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE));
  }

  /**
   * Creates the missing directories of a path, and forces their names to disk, so that they survive
   * a crash of the machine.
   *
   * @param path an absolute path
   */
  public static void createDirectories(Path path) throws IOException {
    if (Files.isDirectory(path)) {
      return;
    }
    Path parent = path.getParent();
    if (parent == null) {
      throw new NoSuchFileException(path.toString());
    }
    createDirectories(parent);
    // Another process may have created the directory since the check; this method accepts that.
    Files.createDirectories(path);
    forceNames(parent);
  }

  /**
   * Opens a directory for reading only. This process changes no file, not even the lock file, so it
   * needs no write access.
   *
   * @throws YardmasterException {@link ErrorCode#DIRECTORY_IN_USE} if a service has the directory
   *     open
   */
  public static FileDisk openToRead(Path directory) throws IOException {
    return new FileDisk(
        directory, DirectoryLock.shared(directory), Set.of(StandardOpenOption.READ));
  }

  /**
   * Opens a directory for reading and writing without a lock, and creates a missing directory.
   * Without the lock, other processes can read the directory at the same time. The method is for a
   * directory to which a service only adds files, such as an archive.
   */
  public static FileDisk openUnlocked(Path directory) throws IOException {
    createDirectories(directory.toAbsolutePath());
    return new FileDisk(directory, null, Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE));
  }

  @Override
  public List<String> list() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> file.getFileName().toString())
          .filter(name -> !name.equals(DirectoryLock.FILE))
          .toList();
    }
  }

  @Override
  public DiskFile create(String name) throws IOException {
    return open(
        directory.resolve(name),
        Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE));
  }

  @Override
  public DiskFile open(String name) throws IOException {
    return open(directory.resolve(name), access);
  }

  private static DiskFile open(Path path, Set<StandardOpenOption> options) throws IOException {
    FileChannel channel = FileChannel.open(path, options);
    try {
      return new ChannelFile(path, identity(path), channel);
    } catch (IOException e) {
      Disk.closeAfter(e, channel);
      throw e;
    }
  }

  @Override
  public boolean isLinked(String name, DiskFile file) throws IOException {
    try {
      return Objects.equals(identity(directory.resolve(name)), ((ChannelFile) file).identity());
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  /** Returns a file's inode; null if the file system has no inodes. */
  private static Object identity(Path path) throws IOException {
    return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
  }

  @Override
  public long nonce() {
    return NONCES.nextLong();
  }

  @Override
  public void rename(String from, String to) throws IOException {
    Files.move(
        directory.resolve(from),
        directory.resolve(to),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
  }

  @Override
  public void delete(String name) throws IOException {
    Files.delete(directory.resolve(name));
  }

  @Override
  public void forceNames() throws IOException {
    forceNames(directory);
  }

  public static void forceNames(Path directory) throws IOException {
    try (FileChannel names = FileChannel.open(directory, StandardOpenOption.READ)) {
      names.force(true);
    }
  }

  @Override
  public String name() {
    return directory.toString();
  }

  @Override
  public void close() throws IOException {
    if (lock != null) {
      lock.close();
    }
  }

  /** A file on a channel. */
  private record ChannelFile(Path path, Object identity, FileChannel channel) implements DiskFile {

    @Override
    public void write(ByteBuffer source, long position) throws IOException {
      long at = position;
      try {
        while (source.hasRemaining()) {
          at += channel.write(source, at);
        }
      } catch (IOException e) {
        throw named(e);
      }
    }

    /**
     * Returns an exception that also contains the file's path, because the exceptions of a channel
     * do not contain it.
     */
    private IOException named(IOException e) {
      return new IOException(path + ": " + e.getMessage(), e);
    }

    @Override
    public int read(ByteBuffer target, long position) throws IOException {
      long at = position;
      while (target.hasRemaining()) {
        int read = channel.read(target, at);
        if (read < 0) {
          break;
        }
        at += read;
      }
      return (int) (at - position);
    }

    @Override
    public long size() throws IOException {
      return channel.size();
    }

    @Override
    public void truncate(long size) throws IOException {
      channel.truncate(size);
    }

    @Override
    public void force() throws IOException {
      // The call force(false) also writes a changed file length if the data cannot be read without
      // it.
      try {
        channel.force(false);
      } catch (IOException e) {
        throw named(e);
      }
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }
}
