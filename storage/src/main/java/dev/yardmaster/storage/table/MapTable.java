package dev.yardmaster.storage.table;

import dev.yardmaster.api.Key;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * A table in memory, for tests and simulations. A crash loses randomly chosen writes after the last
 * commit.
 */
public final class MapTable implements DiskTable {

  /**
   * A write after the last commit.
   *
   * @param to the end of a deleted range, exclusive; null for a write of the key {@code from}
   * @param found null for a deletion
   */
  private record Write(Key from, Key to, Found found) {

    void applyTo(NavigableMap<Key, Found> entries) {
      if (to != null) {
        range(entries, from, to).clear();
      } else if (found == null) {
        entries.remove(from);
      } else {
        entries.put(from, found);
      }
    }
  }

  /** The entries that readers see. The next field contains the entries as of the last commit. */
  private final NavigableMap<Key, Found> entries = new TreeMap<>();

  private final NavigableMap<Key, Found> committed = new TreeMap<>();
  private final List<Write> later = new ArrayList<>();
  private State state = State.EMPTY;
  private boolean closed;

  /** Creates an empty table. */
  public MapTable() {}

  /**
   * Closes the table, and returns the table that the next start finds after a crash. The new table
   * contains the last commit, and each later write with a probability of one half.
   */
  public synchronized MapTable crash(SplittableRandom random) {
    closed = true;
    MapTable next = new MapTable();
    next.state = state;
    next.committed.putAll(committed);
    later.stream()
        .filter(write -> random.nextBoolean())
        .forEach(write -> write.applyTo(next.committed));
    next.entries.putAll(next.committed);
    return next;
  }

  /** Returns a copy of the table, with the last commit and all later writes. The copy is open. */
  public synchronized MapTable copy() {
    MapTable copy = new MapTable();
    copy.state = state;
    copy.committed.putAll(committed);
    copy.entries.putAll(entries);
    copy.later.addAll(later);
    return copy;
  }

  private static NavigableMap<Key, Found> range(
      NavigableMap<Key, Found> entries, Key from, Key to) {
    NavigableMap<Key, Found> above = from == null ? entries : entries.tailMap(from, true);
    return to == null
        ? above
        : from != null && from.compareTo(to) > 0 ? new TreeMap<>() : above.headMap(to, false);
  }

  private void checkOpen() {
    if (closed) {
      throw new IllegalStateException("the table is closed");
    }
  }

  @Override
  public synchronized State state() {
    checkOpen();
    return state;
  }

  @Override
  public synchronized Found get(Key key) {
    checkOpen();
    return entries.get(key);
  }

  @Override
  public void scan(Key from, Key to, boolean backward, Visitor visitor) {
    for (Map.Entry<Key, Found> entry : copy(from, to, backward).entrySet()) {
      Found found = entry.getValue();
      state(); // Fails if the table has been closed in the meantime.
      if (!visitor.visit(entry.getKey(), found.value(), found.version())) {
        return;
      }
    }
  }

  private synchronized NavigableMap<Key, Found> copy(Key from, Key to, boolean backward) {
    checkOpen();
    NavigableMap<Key, Found> copy = new TreeMap<>(range(entries, from, to));
    return backward ? copy.descendingMap() : copy;
  }

  @Override
  public void put(Key key, byte[] value, long version) {
    write(new Write(key, null, value == null ? null : new Found(value, version)));
  }

  @Override
  public void delete(Key from, Key to) {
    write(new Write(from, to, null));
  }

  private synchronized void write(Write write) {
    checkOpen();
    write.applyTo(entries);
    later.add(write);
  }

  @Override
  public synchronized void commit(State next) {
    checkOpen();
    later.forEach(write -> write.applyTo(committed));
    later.clear();
    state = next;
  }

  @Override
  public synchronized void clear() {
    checkOpen();
    entries.clear();
    committed.clear();
    later.clear();
    state = State.EMPTY;
  }

  @Override
  public synchronized long bytes() {
    checkOpen();
    return committed.values().stream().mapToLong(found -> found.value().length).sum();
  }

  @Override
  public synchronized void close() {
    closed = true;
  }
}
