package dev.yardmaster.storage.table;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.YardmasterException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * A table in a database of RocksDB. RocksDB's own log is disabled. A write goes to a buffer in
 * memory, where readers find it at once. {@link #commit} writes the buffers to a file and forces
 * the file. RocksDB also writes buffers to disk, without a commit, when the buffers are full. In
 * either case, the writes reach the disk in order, so a crash leaves a prefix of the writes.
 *
 * <p>Writes in key order are about three times as fast as writes in random order.
 *
 * <p>After a failed write, RocksDB may refuse all further writes until it is opened again. So the
 * next write opens RocksDB again, provided that a small file can be written to the disk. Until
 * then, reads continue. The writes since the last commit may be lost. {@link #commit} throws an
 * {@link IllegalStateException} until the caller has begun to repeat these writes.
 *
 * <p>After {@link #close}, each call throws an {@link IllegalStateException}.
 */
public final class RocksTable implements DiskTable {

  /** A write to the database. */
  @FunctionalInterface
  private interface Write {
    void run() throws IOException;
  }

  private final Path folder;
  private final RocksDatabase database;

  /**
   * Calls that use the database hold the read lock; closing or reopening the database requires the
   * write lock. The lock is reentrant, because the visitor of a scan may read.
   */
  private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();

  @Shared(
      writers = "the thread that closes the table",
      readers = "all calls; a scan, at each entry",
      access = "volatile, set before the exclusive lock is requested")
  private volatile boolean closed;

  @Shared(writers = "the thread that writes", readers = "any thread", access = "volatile")
  private volatile State state;

  // Only the thread that writes uses the following fields.

  /** Whether the table has writes after the last commit. */
  private boolean written;

  /** Whether a write has failed, so that the database must be opened again. */
  private boolean failed;

  /** Whether writes since the last commit may be lost, and no write has succeeded since then. */
  private boolean lost;

  private RocksTable(Path folder, RocksDatabase database) throws IOException {
    this.folder = folder;
    this.database = database;
    state = storedState();
  }

  /**
   * Opens the table in a folder. Creates the folder and the table if they do not exist. The time
   * does not depend on the size of the table.
   *
   * @param cacheBytes the capacity of the cache for blocks of the table, in bytes. The table needs
   *     some 100 MiB of native memory in addition
   * @throws IOException if the folder is in use or damaged, or the disk fails
   * @throws YardmasterException {@link ErrorCode#BAD_CONFIG} if the library {@code
   *     org.rocksdb:rocksdbjni} is missing, or has no native part for this machine, or if the table
   *     of the folder is in HBase
   */
  public static RocksTable open(Path folder, long cacheBytes) throws IOException {
    if (Files.exists(folder.resolve(TableProvider.HBASE_OWNER))) {
      throw new YardmasterException(
          ErrorCode.BAD_CONFIG,
          "the data are in a table of HBase, so the service must be started with storage hbase",
          "table",
          folder);
    }
    RocksLibrary.load();
    RocksDatabase database = RocksDatabase.open(folder, cacheBytes);
    try {
      return new RocksTable(folder, database);
    } catch (IOException e) {
      database.close();
      throw e;
    }
  }

  private State storedState() throws IOException {
    byte[] stored = database.get(KeyFormat.state());
    try {
      return stored == null ? State.EMPTY : EntryFormat.state(stored);
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  private IOException unreadable(IOException e) {
    return new IOException("the table in " + folder + " cannot be read: " + e.getMessage(), e);
  }

  private void enter() {
    lock.readLock().lock();
    if (closed) {
      leave();
      throw alreadyClosed();
    }
  }

  private void leave() {
    lock.readLock().unlock();
  }

  private IllegalStateException alreadyClosed() {
    return new IllegalStateException("the table in " + folder + " is closed");
  }

  @Override
  public State state() {
    if (closed) {
      throw alreadyClosed();
    }
    return state;
  }

  @Override
  public Found get(Key key) {
    byte[] bytes = KeyFormat.encode(key);
    enter();
    try {
      byte[] found = database.get(bytes);
      return found == null ? null : entry(found);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      leave();
    }
  }

  @Override
  public List<Found> get(List<Key> keys) {
    List<byte[]> bytes = new ArrayList<>(keys.size());
    for (Key key : keys) {
      bytes.add(KeyFormat.encode(key));
    }
    enter();
    try {
      List<Found> entries = new ArrayList<>(keys.size());
      for (byte[] found : database.get(bytes)) {
        entries.add(found == null ? null : entry(found));
      }
      return entries;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      leave();
    }
  }

  @Override
  public void scan(Key from, Key to, boolean backward, Visitor visitor) {
    byte[] first = from == null ? KeyFormat.lowest() : KeyFormat.encode(from);
    byte[] end = to == null ? KeyFormat.end() : KeyFormat.encode(to);
    KeyFormat keys = new KeyFormat();
    enter();
    try {
      database.scan(
          first,
          end,
          backward,
          (key, value) -> {
            if (closed) {
              throw alreadyClosed();
            }
            return visit(keys, key, value, visitor);
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      leave();
    }
  }

  private boolean visit(KeyFormat keys, byte[] key, byte[] value, Visitor visitor)
      throws IOException {
    Found entry = entry(value);
    Key decoded;
    try {
      decoded = keys.decode(key);
    } catch (IOException e) {
      throw unreadable(e);
    }
    return visitor.visit(decoded, entry.value(), entry.version());
  }

  private Found entry(byte[] bytes) throws IOException {
    try {
      return EntryFormat.entry(bytes);
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  @Override
  public void put(Key key, byte[] value, long version) throws IOException {
    byte[] bytes = KeyFormat.encode(key);
    if (value == null) {
      write(() -> database.delete(bytes));
    } else {
      byte[] entry = EntryFormat.encode(value, version);
      write(() -> database.put(bytes, entry));
    }
  }

  @Override
  public void delete(Key from, Key to) throws IOException {
    byte[] first = KeyFormat.encode(from);
    byte[] end = KeyFormat.encode(to);
    if (Arrays.compareUnsigned(first, end) < 0) {
      write(() -> database.delete(first, end));
    }
  }

  @Override
  public void clear() throws IOException {
    byte[] first = KeyFormat.state();
    byte[] end = KeyFormat.end();
    write(
        () -> {
          database.delete(first, end);
          database.flush();
          state = State.EMPTY;
          written = false;
          database.free(first, end);
        });
  }

  /** Runs a write, and marks the database as failed if the write fails. */
  private void write(Write write) throws IOException {
    if (failed) {
      reopen();
    }
    enter();
    try {
      written = true;
      write.run();
      lost = false;
    } catch (IOException e) {
      failed = true;
      lost = written;
      throw e;
    } finally {
      leave();
    }
  }

  @Override
  public void commit(State next) throws IOException {
    if (failed) {
      reopen();
    }
    enter();
    try {
      if (lost) {
        throw new IllegalStateException(
            "the table in " + folder + " lost writes when one failed; repeat all since the commit");
      }
      database.put(KeyFormat.state(), EntryFormat.encode(next));
      database.flush();
      state = next;
      written = false;
    } catch (IOException e) {
      failed = true;
      lost = written;
      throw e;
    } finally {
      leave();
    }
  }

  private void reopen() throws IOException {
    refuseInVisitor();
    // The thread does not wait for the lock: during a wait for the end of a long scan, all new
    // readers would wait too.
    if (!lock.writeLock().tryLock()) {
      throw new IOException(
          "the table in " + folder + " is being read; the next attempt opens it again");
    }
    try {
      if (closed) {
        throw alreadyClosed();
      }
      database.reopen();
      state = storedState();
      failed = false;
    } finally {
      lock.writeLock().unlock();
    }
  }

  /**
   * Throws an exception if a scan's visitor makes the call, because the thread would wait for the
   * end of its own scan.
   */
  private void refuseInVisitor() {
    if (lock.getReadHoldCount() > 0) {
      throw new IllegalStateException(
          "the visitor of a scan can neither close the table nor repair it");
    }
  }

  @Override
  public long bytes() {
    enter();
    try {
      return database.bytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      leave();
    }
  }

  @Override
  public boolean saveTo(Path to) throws IOException {
    enter();
    try {
      database.saveTo(to);
      return true;
    } finally {
      leave();
    }
  }

  /**
   * Closes the table; writes after the last commit may be lost. Scans in progress end with an
   * {@link IllegalStateException}. The method waits until no other thread uses the table. The
   * visitor of a scan must not call this method.
   */
  @Override
  public void close() {
    refuseInVisitor();
    closed = true;
    lock.readLock().lock();
    try {
      database.interrupt();
    } finally {
      lock.readLock().unlock();
    }
    lock.writeLock().lock();
    try {
      database.close();
    } finally {
      lock.writeLock().unlock();
    }
  }
}
