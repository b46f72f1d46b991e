package dev.yardmaster.storage.log;

import dev.yardmaster.api.Key;
import dev.yardmaster.storage.table.DiskTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Copies the entries of a checkpoint to a table in groups; {@link #complete} copies the last group.
 * The methods throw an {@link UncheckedIOException} if the table cannot be written.
 */
public final class TableEntries implements Recovery.KeyValueSink {

  private static final int MAX_ENTRIES = 512;
  private static final int MAX_VALUE_BYTES = 1 << 20;

  private final DiskTable table;
  private final List<DiskTable.Change> changes = new ArrayList<>();
  private int valueBytes;

  /** Creates an object that copies to the given table. */
  public TableEntries(DiskTable table) {
    this.table = table;
  }

  @Override
  public void entry(Key key, byte[] value, long version) {
    TypedTablesCheck.refuse(key);
    changes.add(new DiskTable.Change(key, value, version));
    valueBytes += value == null ? 0 : value.length;
    if (changes.size() == MAX_ENTRIES || valueBytes >= MAX_VALUE_BYTES) {
      complete();
    }
  }

  @Override
  public void complete() {
    try {
      table.put(changes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    changes.clear();
    valueBytes = 0;
  }
}
