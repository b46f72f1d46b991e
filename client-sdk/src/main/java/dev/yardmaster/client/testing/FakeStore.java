package dev.yardmaster.client.testing;

import dev.yardmaster.api.AbortCause;
import dev.yardmaster.api.ConflictReport;
import dev.yardmaster.api.Key;
import java.util.HashMap;
import java.util.Map;

/** What was committed, each key with its version and its writer. Under the service's lock. */
final class FakeStore {

  /** A key's value, null if it was deleted, with the commit version and number of its writer. */
  @SuppressWarnings("ArrayRecordComponent") // It carries the value, and is compared with nothing.
  record Cell(byte[] value, long version, long writer) {}

  private static final Cell NEVER_WRITTEN = new Cell(null, 0, 0);

  private final Map<Key, Cell> cells = new HashMap<>();
  private long versions;
  private long transactions;

  Cell at(Key key) {
    return cells.getOrDefault(key, NEVER_WRITTEN);
  }

  /** A number for a transaction. */
  long nextTransaction() {
    return ++transactions;
  }

  /** The first of what was read that is no longer so; null if all is current. */
  ConflictReport conflict(Map<Key, Cell> reads) {
    for (Map.Entry<Key, Cell> read : reads.entrySet()) {
      Cell now = at(read.getKey());
      if (now.version() != read.getValue().version()) {
        return new ConflictReport(
            read.getKey(),
            AbortCause.VALIDATION,
            read.getValue().version(),
            now.version(),
            now.writer());
      }
    }
    return null;
  }

  /** The place of a commit in the order. */
  long nextVersion() {
    return ++versions;
  }

  void install(Map<Key, byte[]> writes, long version, long writer) {
    writes.forEach((key, value) -> cells.put(key, new Cell(value, version, writer)));
  }
}
