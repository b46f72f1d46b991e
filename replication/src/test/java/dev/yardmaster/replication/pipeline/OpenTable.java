package dev.yardmaster.replication.pipeline;

import dev.yardmaster.api.Key;
import dev.yardmaster.storage.table.DiskTable;
import dev.yardmaster.storage.table.MapTable;
import java.io.IOException;

/** A table in memory that a test can still read when its owner has closed it. */
class OpenTable implements DiskTable {

  private final MapTable table = new MapTable();

  @Override
  public State state() {
    return table.state();
  }

  @Override
  public Found get(Key key) {
    return table.get(key);
  }

  @Override
  public void scan(Key from, Key to, boolean backward, Visitor visitor) {
    table.scan(from, to, backward, visitor);
  }

  @Override
  public void put(Key key, byte[] value, long version) throws IOException {
    table.put(key, value, version);
  }

  @Override
  public void delete(Key from, Key to) {
    table.delete(from, to);
  }

  @Override
  public void commit(State state) {
    table.commit(state);
  }

  @Override
  public void clear() {
    table.clear();
  }

  @Override
  public long bytes() {
    return table.bytes();
  }

  @Override
  public void close() {}
}
