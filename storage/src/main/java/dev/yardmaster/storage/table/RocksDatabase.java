package dev.yardmaster.storage.table;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.storage.log.disk.FileDisk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;
import org.rocksdb.Checkpoint;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;
import org.rocksdb.Status;

/**
 * A RocksDB database in a folder, which maps byte strings to byte strings. All errors are {@link
 * IOException}s that name the folder.
 *
 * <p>Any thread may read while one thread writes. No other call may be in progress during {@link
 * #reopen} and {@link #close}, because native code that uses a closed database crashes the process.
 */
final class RocksDatabase {

  /** Receives the entries of a scan. */
  @FunctionalInterface
  interface Visitor {

    /** Receives the next entry, and returns whether the scan continues. */
    boolean visit(byte[] key, byte[] value) throws IOException;
  }

  private static final String PROBE = "probe";
  private static final int PROBE_BYTES = 1 << 20;

  private final Path folder;
  private final RocksSettings settings;

  /** The open database; null if it is closed, or could not be opened again. */
  @Shared(
      writers =
          "the thread that writes, when it opens the database again; the thread that closes it",
      readers = "all calls",
      access = "under the lock of RocksTable, which the readers share")
  private RocksDB database;

  private RocksDatabase(Path folder, RocksSettings settings) {
    this.folder = folder;
    this.settings = settings;
  }

  /**
   * Opens the database in a folder. Creates the folder and the database if they do not exist. The
   * time does not depend on the amount of data.
   *
   * @param cacheBytes the capacity of the cache in bytes
   */
  static RocksDatabase open(Path folder, long cacheBytes) throws IOException {
    FileDisk.createDirectories(folder.toAbsolutePath());
    RocksDatabase opened = new RocksDatabase(folder, new RocksSettings(cacheBytes));
    try {
      opened.open();
      return opened;
    } catch (IOException | RuntimeException e) {
      opened.close();
      throw e;
    }
  }

  private void open() throws IOException {
    refuseRest();
    Manifest.check(folder);
    try {
      database = RocksDB.open(settings.options, folder.toString());
    } catch (RocksDBException e) {
      throw failed("be opened", e);
    }
  }

  /**
   * Throws an exception if the folder contains files of a database but no {@link Manifest#CURRENT},
   * because RocksDB would create a new database over these files.
   */
  private void refuseRest() throws IOException {
    if (Files.exists(folder.resolve(Manifest.CURRENT))) {
      return;
    }
    try (Stream<Path> files = Files.list(folder)) {
      if (files.anyMatch(file -> file.toString().endsWith(".sst"))) {
        throw new IOException(
            "the table in " + folder + " is damaged: the file " + Manifest.CURRENT + " is missing");
      }
    }
  }

  /**
   * Closes and opens the database after a failed write. Some writes after the last flush may be
   * lost. If a small file cannot be written to the disk, the database stays open, so that it can
   * still be read.
   */
  void reopen() throws IOException {
    Path probe = folder.resolve(PROBE);
    try (FileChannel file =
        FileChannel.open(probe, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      ByteBuffer bytes = ByteBuffer.allocate(PROBE_BYTES);
      while (bytes.hasRemaining()) {
        file.write(bytes);
      }
      file.force(true);
    } catch (IOException e) {
      throw new IOException("the table in " + folder + " still cannot be written: " + e, e);
    } finally {
      Files.deleteIfExists(probe);
    }
    closeDatabase();
    open();
  }

  private RocksDB database() throws IOException {
    if (database == null) {
      throw new IOException(
          "the table in " + folder + " could not be opened again after a write had failed");
    }
    return database;
  }

  /** Returns the value of a key; null if the key has no value. */
  byte[] get(byte[] key) throws IOException {
    try {
      return database().get(key);
    } catch (RocksDBException e) {
      throw failed("be read", e);
    }
  }

  /**
   * Returns the values of some keys, in the order of the keys; null for each key without a value.
   * One call is faster than a call for each key.
   */
  List<byte[]> get(List<byte[]> keys) throws IOException {
    try {
      return database().multiGetAsList(keys);
    } catch (RocksDBException e) {
      throw failed("be read", e);
    }
  }

  /**
   * Visits the entries in key order. The scan sees the state at the beginning of the call.
   *
   * @param from the first key, inclusive
   * @param to the last key, exclusive
   */
  void scan(byte[] from, byte[] to, boolean backward, Visitor visitor) throws IOException {
    try (Slice lower = new Slice(from);
        Slice upper = new Slice(to);
        ReadOptions options =
            new ReadOptions().setIterateLowerBound(lower).setIterateUpperBound(upper);
        RocksIterator iterator = database().newIterator(options)) {
      if (backward) {
        iterator.seekToLast();
      } else {
        iterator.seekToFirst();
      }
      while (iterator.isValid() && visitor.visit(iterator.key(), iterator.value())) {
        if (backward) {
          iterator.prev();
        } else {
          iterator.next();
        }
      }
      iterator.status();
    } catch (RocksDBException e) {
      throw failed("be read", e);
    }
  }

  void put(byte[] key, byte[] value) throws IOException {
    try {
      database().put(settings.write, key, value);
    } catch (RocksDBException e) {
      throw failed("be written", e);
    }
  }

  void delete(byte[] key) throws IOException {
    try {
      database().delete(settings.write, key);
    } catch (RocksDBException e) {
      throw failed("be written", e);
    }
  }

  /** Deletes a range; {@code to} is exclusive, and must not be less than {@code from}. */
  void delete(byte[] from, byte[] to) throws IOException {
    try {
      database().deleteRange(settings.write, from, to);
    } catch (RocksDBException e) {
      throw failed("be written", e);
    }
  }

  /** Makes all writes durable. */
  void flush() throws IOException {
    try {
      database().flush(settings.flush);
    } catch (RocksDBException e) {
      throw failed("be flushed", e);
    }
  }

  /**
   * Frees the disk space of a range. All entries of the range must have been deleted, and the
   * deletions flushed.
   */
  void free(byte[] from, byte[] to) throws IOException {
    try {
      database().deleteFilesInRanges(database().getDefaultColumnFamily(), List.of(from, to), false);
      database().compactRange();
    } catch (RocksDBException e) {
      throw failed("be compacted", e);
    }
  }

  /** Returns the total length of the files with entries, in bytes. */
  long bytes() throws IOException {
    try {
      return database().getLongProperty("rocksdb.live-sst-files-size");
    } catch (RocksDBException e) {
      throw failed("be read", e);
    }
  }

  /**
   * Saves the database to a new folder, which gets hard links to the large files and copies of the
   * other files.
   */
  void saveTo(Path to) throws IOException {
    try (Checkpoint checkpoint = Checkpoint.create(database())) {
      checkpoint.createCheckpoint(to.toString());
    } catch (RocksDBException e) {
      throw failed("be saved to " + to, e);
    }
  }

  private IOException failed(String what, RocksDBException cause) {
    String text = cause.getMessage();
    // The first text is in RocksDB's message if this process has the lock, the second if another
    // process has it.
    String reason =
        text.contains("lock hold by current process") || text.contains("While lock file")
            ? "it is in use"
            : isCorruption(cause) ? "it is damaged: " + text : text;
    return new IOException("the table in " + folder + " cannot " + what + ": " + reason, cause);
  }

  private static boolean isCorruption(RocksDBException e) {
    return e.getStatus() != null && e.getStatus().getCode() == Status.Code.Corruption;
  }

  /**
   * Stops the background work, so that a writer no longer waits for it. Unlike during {@link
   * #close}, other calls may be in progress.
   */
  void interrupt() {
    if (database != null) {
      database.cancelAllBackgroundWork(false);
    }
  }

  /**
   * Closes the database without a flush, and frees all native objects. A second call does nothing.
   */
  void close() {
    closeDatabase();
    settings.close();
  }

  private void closeDatabase() {
    if (database != null) {
      database.close();
      database = null;
    }
  }
}
