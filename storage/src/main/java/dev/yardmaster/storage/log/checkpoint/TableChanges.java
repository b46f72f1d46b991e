package dev.yardmaster.storage.log.checkpoint;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.storage.table.DiskTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The changed entries of a flush. When all of them are collected, they are written to the table.
 */
final class TableChanges {

  private static final Key FIRST_OUTCOME = new TransactionId(0, 0, 0).outcomeKey();

  private final List<DiskTable.Change> changes = new ArrayList<>();

  /** Adds an entry; the value is null if the key was deleted. */
  void add(Key key, byte[] value, long version) {
    changes.add(new DiskTable.Change(key, value, version));
  }

  void clear() {
    changes.clear();
  }

  /**
   * Writes the entries, and commits. Also deletes the outcomes below the horizon of the previous
   * commit. Outcomes below the new horizon are not deleted yet, because after a crash the deletions
   * may survive without the new state.
   *
   * @return the number of written bytes
   */
  long writeTo(DiskTable table, DiskTable.State state) throws IOException {
    long bytes = 0;
    changes.sort(Comparator.comparing(DiskTable.Change::key)); // Tables write these faster.
    table.put(changes);
    for (DiskTable.Change change : changes) {
      bytes += change.key().idLength() + (change.value() == null ? 0 : change.value().length);
    }
    table.delete(FIRST_OUTCOME, new TransactionId(table.state().horizonMs(), 0, 0).outcomeKey());
    table.commit(state);
    return bytes;
  }
}
