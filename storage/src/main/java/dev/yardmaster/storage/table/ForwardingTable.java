package dev.yardmaster.storage.table;

import dev.yardmaster.api.Key;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Forwards all calls to another table. A subclass changes some of the methods. The methods for
 * several keys call the method for one key repeatedly, so a subclass need only override {@link
 * #get(Key)} or {@link #put(Key, byte[], long)}.
 */
public class ForwardingTable implements DiskTable {

  private final DiskTable table;

  /** Creates an object that forwards to a table. */
  protected ForwardingTable(DiskTable table) {
    this.table = table;
  }

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
  public void delete(Key from, Key to) throws IOException {
    table.delete(from, to);
  }

  @Override
  public void commit(State state) throws IOException {
    table.commit(state);
  }

  @Override
  public void clear() throws IOException {
    table.clear();
  }

  @Override
  public void recovered() {
    table.recovered();
  }

  @Override
  public void check() {
    table.check();
  }

  @Override
  public long bytes() {
    return table.bytes();
  }

  @Override
  public int readsTogether() {
    return table.readsTogether();
  }

  @Override
  public long failedCalls() {
    return table.failedCalls();
  }

  @Override
  public Optional<String> warning() {
    return table.warning();
  }

  @Override
  public boolean saveTo(Path folder) throws IOException {
    return table.saveTo(folder);
  }

  @Override
  public void close() throws IOException {
    table.close();
  }
}
