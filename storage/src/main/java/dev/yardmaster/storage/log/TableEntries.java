package dev.yardmaster.storage.log;

import dev.yardmaster.api.Key;
import dev.yardmaster.storage.table.DiskTable;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Copies the entries of a checkpoint to a table. It throws an {@link UncheckedIOException} if the
 * table cannot be written.
 */
public record TableEntries(DiskTable table) implements Recovery.KeyValueSink {
  @Override
  public void entry(Key key, byte[] value, long version) {
    TypedTables.refuse(key);
    try {
      table.put(key, value, version);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
