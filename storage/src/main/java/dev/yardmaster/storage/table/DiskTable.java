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
 * version. One thread at a time writes. Any thread may read at the same time; it sees every write
 * that ended before the read began.
 *
 * <p>Each write of a key has a higher version than the one before, except when recovery repeats
 * writes. It repeats all of them up to the newest before the next commit. So of the writes of a
 * key, a table may keep the one with the highest version or the last one.
 *
 * <p>Writes become durable with {@link #commit}. If the process or the machine ends before that,
 * any part of the writes since the last commit may survive. The commit log has these writes, so
 * recovery repeats them.
 *
 * <p>A write fails with an {@link IOException} if the disk fails. The writes since the last commit
 * may then be lost, also for readers. The caller repeats all of them, and then commits; each write
 * that follows tries to use the disk again. After {@link #close}, all other calls throw an {@link
 * IllegalStateException}.
 */
public interface DiskTable extends Closeable {

  /**
   * What a table contains.
   *
   * @param version the table has the effect of all commits up to this version, and of some later
   *     ones
   * @param completeFrom the lowest version at which the table and the log after {@code version}
   *     together have the whole state
   * @param horizonMs the horizon of transaction ids, in ms since 1970; outcomes of older ids may be
   *     missing
   */
  record State(long version, long completeFrom, long horizonMs) {

    /** The state of a new table. */
    public static final State EMPTY = new State(0, 0, 0);
  }

  /** A value, which must not be changed, and its commit version. */
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
   * Returns the value of a key; null if the table has none.
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
   * Visits entries in key order. The scan sees all writes that ended before the call. Of the writes
   * during the scan, it sees none in a table on disk, and may see any in a table on other machines.
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
   * Sets the values of several keys, each at most once. If the call fails, it may have set some of
   * them.
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
   * Called once, when recovery has read the table. Before, a table on other machines fails if they
   * do not answer; afterwards, its reads may wait for them.
   */
  default void recovered() {}

  /**
   * Checks that the service may go on with the table. Any thread may call this method, which does
   * not wait.
   *
   * @throws UncheckedIOException if it must end, for example because another server has taken the
   *     table
   */
  default void check() {}

  /** Returns the length of the table's files in bytes. */
  long bytes();

  /**
   * Returns how many requests a {@link dev.yardmaster.storage.worker.TableReader} should read
   * together, if so many wait. A table on other machines wants more of them, since each read waits
   * for a network.
   */
  default int readsTogether() {
    return 32;
  }

  /**
   * Returns the number of calls of the table's database that got no answer within their timeout; 0
   * for a table on disk. Any thread may call this method.
   */
  default long failedCalls() {
    return 0;
  }

  /**
   * Returns a warning for the operator about a problem after which the table goes on; empty for
   * none. Any thread may call this method, which does not wait.
   */
  default Optional<String> warning() {
    return Optional.empty();
  }

  /**
   * Saves the table to a new folder, from which a table of the same kind can be opened, in a time
   * that hardly depends on its size. No thread writes meanwhile.
   *
   * @param folder does not exist yet; its parent exists
   * @return whether the table is saved; false if tables of this kind have no such folder, so that
   *     the caller must copy the entries
   */
  default boolean saveTo(Path folder) throws IOException {
    return false;
  }
}
