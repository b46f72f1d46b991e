package dev.yardmaster.benchmarks;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.Transaction;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * A transaction that reads a map, buffers its own writes, and leaves the map unchanged. The
 * transaction rejects undeclared keys.
 */
final class BufferedWrites implements Transaction {

  /** The exception that is thrown when a procedure aborts. */
  static final class Abort extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Abort(String reason) {
      super(reason);
    }
  }

  private final Map<Key, byte[]> values;
  private final Map<Key, byte[]> writes = new HashMap<>();
  private final Set<Key> readable = new HashSet<>();
  private final Set<Key> writable = new HashSet<>();

  <A> BufferedWrites(Map<Key, byte[]> values, Procedure<A, ?> procedure, A argument) {
    this.values = values;
    procedure.declare(
        argument,
        new KeyDeclaration() {
          @Override
          public void read(Key key) {
            readable.add(key);
          }

          @Override
          public void write(Key key) {
            writable.add(key);
          }

          @Override
          public void scan(Scan scan) {
            throw new UnsupportedOperationException("no procedure of the workloads scans");
          }
        });
  }

  Map<Key, byte[]> writes() {
    return writes;
  }

  @Override
  public byte[] get(Key key) {
    if (writes.containsKey(key)) {
      return writes.get(key);
    }
    check(readable, key);
    return values.get(key);
  }

  @Override
  public long getLong(Key key) {
    byte[] value = get(key);
    return value == null ? 0 : ByteBuffer.wrap(value).getLong();
  }

  @Override
  public boolean contains(Key key) {
    return get(key) != null;
  }

  @Override
  public Map<Key, byte[]> scan(Scan scan) {
    throw new UnsupportedOperationException("no procedure of the workloads scans");
  }

  @Override
  public void put(Key key, byte[] value) {
    check(writable, key);
    writes.put(key, value);
  }

  @Override
  public void putLong(Key key, long value) {
    put(key, ByteBuffer.allocate(Long.BYTES).putLong(value).array());
  }

  @Override
  public void delete(Key key) {
    throw new UnsupportedOperationException();
  }

  @Override
  public RuntimeException abort(String reason) {
    throw new Abort(reason);
  }

  private static void check(Set<Key> declared, Key key) {
    if (!declared.contains(key)) {
      throw new IllegalStateException(key + " was not declared");
    }
  }
}
