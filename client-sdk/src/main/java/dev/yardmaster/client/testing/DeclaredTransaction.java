package dev.yardmaster.client.testing;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.logic.BufferedTransaction;
import dev.yardmaster.api.logic.ScannedEntries;
import java.util.LinkedHashMap;
import java.util.Map;

/** A procedure's run on the keys that it declared. */
final class DeclaredTransaction extends BufferedTransaction {

  private final DeclaredKeys keys;
  private final Map<Key, byte[]> writes = new LinkedHashMap<>();

  DeclaredTransaction(DeclaredKeys keys, int maxValueBytes) {
    super(maxValueBytes);
    this.keys = keys;
  }

  @Override
  protected byte[] current(Key key) {
    return writes.containsKey(key) ? writes.get(key) : keys.value(key);
  }

  @Override
  protected void buffer(Key key, byte[] value) {
    keys.checkWrite(key);
    writes.put(key, value);
  }

  @Override
  protected ScannedEntries scanned(Scan scan) {
    return keys.scanned(scan);
  }

  @Override
  protected Map<Key, byte[]> written() {
    return writes;
  }

  Map<Key, byte[]> writes() {
    return writes;
  }
}
