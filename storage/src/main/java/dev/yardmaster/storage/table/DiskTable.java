package dev.yardmaster.storage.table;

import dev.yardmaster.api.Key;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The entries of a service outside memory, in key order: for each key, a value and its commit
 * version. One thread at a time writes. Any thread may read at the same time. A read sees every
 * write that ended before the read began.
 *
 * <p>Each write of a key has a higher version than the key's previous write, unless a crash or a
 * failure causes a repetition of writes. All of them, up to the newest, are then repeated before
 * the next commit. So a table may keep either the write with the highest version or the latest
 * write of a key.
 *
 * <p>Writes become durable with {@link #commit}. If the process or the machine fails before that,
 * any part of the writes since the last commit may survive. The commit log contains these writes,
 * so recovery repeats them.
 *
 * <p>A write fails with an {@link IOException} if the disk fails. The writes since the last commit
 * may then be lost, and readers may no longer see them. The caller must repeat all of these writes,
 * and then commit. Each write after the failure tries again to use the disk. After {@link #close},
 * all other calls throw an {@link IllegalStateException}.
 */
public interface DiskTable extends Closeable {

  /**
   * The state of a table at a commit.
   *
   * @param version the table contains the writes of all commits up to this version, and of some
   *     later commits
   * @param completeFrom the lowest version at which the table and the log after {@code version}
   *     together contain the complete state
   * @param horizonMs the time, in ms since 1970, before which outcomes of transaction ids may have
   *     been dropped
   */
  record State(long version, long completeFrom, long horizonMs) {

    /** The state of a new table. */
    public static final State EMPTY = new State(0, 0, 0);
  }

  /** A value with its commit version. The value must not be changed. */
  @SuppressWarnings("ArrayRecordComponent") // The record is never compared.
  record Found(byte[] value, long version) {}

  /** A write of a key at a commit version; the value is null if the write deletes the key. */
  @SuppressWarnings("ArrayRecordComponent") // The record is never compared.
  record Change(Key key, byte[] value, long version) {}

  /** Receives the entries of a scan. */
  @FunctionalInterface
  interface Visitor {

    /** Receives the next entry, and returns whether the scan continues. */
    boolean visit(Key key, byte[] value, long version);
  }

  /** Returns the state of the last commit. */
  State state();

  /**
   * Returns the value of a key; null if the table has no entry for the key.
   *
   * @throws UncheckedIOException if the disk fails
   */
  Found get(Key key);

  /**
   * Returns the values of some keys, in the order of the keys; null for each key without a value.
   *
   * @throws UncheckedIOException if the disk fails
   */
  default List<Found> get(List<Key> keys) {
    List<Found> found = new ArrayList<>(keys.size());
    for (Key key : keys) {
      found.add(get(key));
    }
    return found;
  }

  /**
   * Visits entries in key order. The scan sees all writes that ended before the call. A scan of a
   * table on disk sees no writes that are made during the scan; a scan of a table on other machines
   * may see such writes.
   *
   * @param from the first key, inclusive; null for the lowest key
   * @param to the last key, exclusive; null for no upper bound
   * @param backward whether to start with the highest key
   * @throws UncheckedIOException if the disk fails
   */
  void scan(Key from, Key to, boolean backward, Visitor visitor);

  /**
   * Sets the value of a key.
   *
   * @param value the value; null deletes the key
   * @param version the value's commit version
   */
  void put(Key key, byte[] value, long version) throws IOException;

  /**
   * Sets the values of several keys. The list contains each key at most once. If the call fails, it
   * may have set some of the values.
   */
  default void put(List<Change> changes) throws IOException {
    for (Change change : changes) {
      put(change.key(), change.value(), change.version());
    }
  }

  /** Deletes all keys in a range; {@code to} is exclusive. */
  void delete(Key from, Key to) throws IOException;

  /**
   * Makes all writes before this call durable, together with a state.
   *
   * @throws IllegalStateException if a write has failed, and the writes since the last commit have
   *     not been repeated
   */
  void commit(State state) throws IOException;

  /** Deletes all entries and sets the state to {@link State#EMPTY}. The effect is durable. */
  void clear() throws IOException;

  /**
   * Called once, when recovery no longer needs the table. If the table is on other machines and the
   * machines do not answer, a read before this call fails; a read after this call may wait.
   */
  default void recovered() {}

  /**
   * Checks that the service may continue to use the table. Any thread may call this method; the
   * method does not wait.
   *
   * @throws UncheckedIOException if the service must end, for example because another server has
   *     taken over the table
   */
  default void check() {}

  /** Returns the length of the table's files in bytes. */
  long bytes();

  /**
   * Returns the maximum number of waiting requests that a {@link
   * dev.yardmaster.storage.worker.TableReader} should read together. The number is higher for a
   * table on other machines, because each read waits for the network.
   */
  default int readsTogether() {
    return 32;
  }

  /**
   * Returns the number of calls to the table's database that got no answer within the timeout; 0
   * for a table on disk. Any thread may call this method.
   */
  default long failedCalls() {
    return 0;
  }

  /**
   * Returns a warning for the operator about a problem of a table that still works; empty if there
   * is no problem. Any thread may call this method; the method does not wait.
   */
  default Optional<String> warning() {
    return Optional.empty();
  }

  /**
   * Saves the table to a new folder. A table of the same kind can be opened from this folder. The
   * time hardly depends on the size of the table. No thread may write during the call.
   *
   * @param folder the new folder; it must not exist, but its parent must exist
   * @return whether the table was saved; false if tables of this kind cannot be saved to a folder
   *     (the caller must then copy the entries)
   */
  default boolean saveTo(Path folder) throws IOException {
    return false;
  }
}
