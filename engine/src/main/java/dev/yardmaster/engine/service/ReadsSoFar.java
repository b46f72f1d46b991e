package dev.yardmaster.engine.service;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.Reads;
import dev.yardmaster.api.Scan;
import java.util.Map;

/** What a procedure has read before its next round, without a way to write. */
record ReadsSoFar(DeclaredTransaction transaction) implements Reads {

  @Override
  public byte[] get(Key key) {
    return transaction.get(key);
  }

  @Override
  public long getLong(Key key) {
    return transaction.getLong(key);
  }

  @Override
  public boolean contains(Key key) {
    return transaction.contains(key);
  }

  @Override
  public Map<Key, byte[]> scan(Scan scan) {
    return transaction.scan(scan);
  }
}
