package dev.yardmaster.client.testing;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.AbortCause;
import dev.yardmaster.api.ConflictReport;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.logic.ScannedEntries;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.NullUnmarked;

/**
 * The committed keys, each with its version and its writer. The service's lock guards the store.
 */
@Shared(
    writers = "threads that use the service",
    readers = "the same",
    access = "guarded by the monitor of its FakeTransactionService")
@NullUnmarked // Internal: fields and results may be null.
final class FakeStore {

  /**
   * A key's value (null after a deletion), with the commit version and the number of the
   * transaction that wrote it.
   */
  // The record has an array as a component. This is harmless, because a comparison of two records
  // compares the references of the arrays.
  @SuppressWarnings("ArrayRecordComponent")
  record Cell(byte[] value, long version, long writer) {}

  /** The result of a scan, in the scan's order. */
  record Found(Scan scan, Map<Key, Cell> cells) {

    /** Returns the entries, in the class that the transaction's scan expects. */
    ScannedEntries entries() {
      ScannedEntries entries = new ScannedEntries();
      cells.forEach((key, cell) -> entries.add(key, cell.value()));
      if (cells.size() == scan.limit()) {
        entries.cut();
      }
      return entries;
    }
  }

  static final Cell NEVER_WRITTEN = new Cell(null, 0, 0);

  private final NavigableMap<Key, Cell> cells = new TreeMap<>();
  private long versions;
  private long transactions;

  /** Returns a copy of all keys and of the newest commit version. */
  FakeStore copy() {
    FakeStore copy = new FakeStore();
    copy.cells.putAll(cells);
    copy.versions = versions;
    return copy;
  }

  /** Returns the newest commit version. */
  long version() {
    return versions;
  }

  Cell at(Key key) {
    return cells.getOrDefault(key, NEVER_WRITTEN);
  }

  /** Returns a new number for a transaction. */
  long nextTransaction() {
    return ++transactions;
  }

  Found find(Scan scan) {
    Map<Key, Cell> found = new LinkedHashMap<>();
    NavigableMap<Key, Cell> range = cells.subMap(scan.from(), true, scan.to(), false);
    for (var entry : (scan.backward() ? range.descendingMap() : range).entrySet()) {
      if (found.size() == scan.limit()) {
        break;
      }
      if (entry.getValue().value() != null) {
        found.put(entry.getKey(), entry.getValue());
      }
    }
    return new Found(scan, found);
  }

  /**
   * Returns the conflict of the first read or scan whose result is out of date; null if all results
   * are current.
   */
  ConflictReport conflict(Map<Key, Cell> reads, List<Found> scans) {
    for (Map.Entry<Key, Cell> read : reads.entrySet()) {
      if (at(read.getKey()).version() != read.getValue().version()) {
        return conflict(read.getKey(), read.getValue(), AbortCause.VALIDATION);
      }
    }
    for (Found scanned : scans) {
      Key changed = firstChange(scanned.cells(), find(scanned.scan()).cells());
      if (changed != null) {
        Cell saw = scanned.cells().getOrDefault(changed, NEVER_WRITTEN);
        return conflict(changed, saw, AbortCause.RANGE);
      }
    }
    return null;
  }

  private ConflictReport conflict(Key key, Cell saw, AbortCause cause) {
    Cell now = at(key);
    return new ConflictReport(key, cause, saw.version(), now.version(), now.writer());
  }

  /** Returns a key with different cells in two results of one scan; null if all cells are equal. */
  private static Key firstChange(Map<Key, Cell> before, Map<Key, Cell> now) {
    for (Key key : before.keySet()) {
      if (!Objects.equals(before.get(key), now.get(key))) {
        return key;
      }
    }
    for (Key key : now.keySet()) {
      if (!before.containsKey(key)) {
        return key;
      }
    }
    return null;
  }

  /** Returns the next commit version. */
  long nextVersion() {
    return ++versions;
  }

  void install(Map<Key, byte[]> writes, long version, long writer) {
    writes.forEach((key, value) -> cells.put(key, new Cell(value, version, writer)));
  }
}
