package dev.yardmaster.storage.log;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * A directory of the file system, locked for this process while it is open.
 *
 * <p>The lock is a file lock of the operating system. Closing any channel to the lock file releases
 * the lock of the whole process. So this class keeps a set of the directories that this process has
 * open, and checks the set before it opens the lock file.
 */
public final class FileDisk implements Disk {

  private static final String LOCK = "lock";
  private static final int MAX_HOLDER_BYTES = 32;

  /** The directories that are open in this process, by their real paths. */
  @Shared(
      writers = "threads that open or close a data directory",
      readers = "threads that open a data directory",
      access = "concurrent set; a successful add claims the directory within this process")
  private static final Set<Path> OPEN = ConcurrentHashMap.newKeySet();

  private final Path directory;
  private final Path realPath;
  private final FileChannel lock;
  private final Set<StandardOpenOption> access;
  private boolean closed;

  private FileDisk(
      Path directory, Path realPath, FileChannel lock, Set<StandardOpenOption> access) {
    this.access = access;
    this.directory = directory;
    this.realPath = realPath;
    this.lock = lock;
  }

  /**
   * Opens a directory, and creates it if it does not exist.
   *
   * @throws YardmasterException {@link ErrorCode#DIRECTORY_IN_USE} if the directory is already
   *     open, in this process or in another process
   */
  public static FileDisk open(Path directory) throws IOException {
    createDirectories(directory.toAbsolutePath());
    Path realPath = directory.toRealPath();
    if (!OPEN.add(realPath)) {
      throw inUse(directory, self());
    }
    try {
      return new FileDisk(
          directory,
          realPath,
          locked(directory),
          Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE));
    } catch (IOException | RuntimeException e) {
      OPEN.remove(realPath);
      throw e;
    }
  }

  /**
   * Creates the missing directories of a path, and forces their names to disk, so that they survive
   * a crash of the machine.
   */
  private static void createDirectories(Path path) throws IOException {
    if (Files.isDirectory(path)) {
      return;
    }
    Path parent = path.getParent();
    if (parent == null) {
      throw new NoSuchFileException(path.toString());
    }
    createDirectories(parent);
    // Another process may have created the directory in the meantime.
    Files.createDirectories(path);
    forceNames(parent);
  }

  /**
   * Opens a directory for reading only. No file is changed, not even the lock file. So this process
   * need not have write access to the lock file.
   *
   * @throws YardmasterException {@link ErrorCode#DIRECTORY_IN_USE} if a service has the directory
   *     open
   */
  public static FileDisk openToRead(Path directory) throws IOException {
    Path realPath = directory.toRealPath();
    if (!OPEN.add(realPath)) {
      throw inUse(directory, self());
    }
    try {
      return new FileDisk(
          directory, realPath, sharedLock(directory), Set.of(StandardOpenOption.READ));
    } catch (IOException | RuntimeException e) {
      OPEN.remove(realPath);
      throw e;
    }
  }

  /**
   * Acquires a shared lock, which prevents a service from opening the directory. Returns null if
   * the directory has no lock file, for example because it is a copy.
   */
  private static FileChannel sharedLock(Path directory) throws IOException {
    Path file = directory.resolve(LOCK);
    if (!Files.exists(file)) {
      return null;
    }
    FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
    try {
      if (channel.tryLock(0, Long.MAX_VALUE, true) == null) {
        throw inUse(directory, holder(channel));
      }
      return channel;
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  private static FileChannel locked(Path directory) throws IOException {
    FileChannel channel =
        FileChannel.open(
            directory.resolve(LOCK),
            StandardOpenOption.CREATE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE);
    try {
      takeLock(directory, channel);
      return channel;
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  private static void takeLock(Path directory, FileChannel channel) throws IOException {
    FileLock taken;
    try {
      taken = channel.tryLock();
    } catch (OverlappingFileLockException e) {
      taken = null;
    }
    if (taken == null) {
      throw inUse(directory, holder(channel));
    }
    channel.truncate(0);
    channel.write(ByteBuffer.wrap(self().getBytes(StandardCharsets.US_ASCII)), 0);
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

  private static String self() {
    return "process " + ProcessHandle.current().pid();
  }

  private static String holder(FileChannel channel) throws IOException {
    ByteBuffer text = ByteBuffer.allocate(MAX_HOLDER_BYTES);
    int length = Math.max(0, channel.read(text, 0));
    return new String(text.array(), 0, length, StandardCharsets.US_ASCII);
  }

  @Override
  public List<String> list() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> file.getFileName().toString())
          .filter(name -> !name.equals(LOCK))
          .toList();
    }
  }

  @Override
  public DiskFile create(String name) throws IOException {
    Path path = directory.resolve(name);
    return new ChannelFile(
        path,
        FileChannel.open(
            path,
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE));
  }

  @Override
  public DiskFile open(String name) throws IOException {
    Path path = directory.resolve(name);
    return new ChannelFile(path, FileChannel.open(path, access));
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

  private static void forceNames(Path directory) throws IOException {
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
    if (closed) {
      return;
    }
    closed = true;
    try {
      if (lock != null) {
        lock.close();
      }
    } finally {
      OPEN.remove(realPath);
    }
  }

  /** A file that is accessed through a channel. */
  private record ChannelFile(Path path, FileChannel channel) implements DiskFile {

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
     * Returns the exception with the file's path, which the exceptions of a channel do not contain.
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
      // The call force(false) also writes a changed file length if the data could not be read
      // without the new length.
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
