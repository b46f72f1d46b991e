package dev.yardmaster.api.logic;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.Scan;
import java.util.Map;

/**
 * The keys and scans that a procedure's run has declared, with their values. A key that was
 * declared as read can be read after its value has arrived. Only the thread that runs the logic may
 * use the object.
 */
public interface DeclaredKeys extends KeyDeclaration {

  /**
   * A marker that is returned in place of a value if the run must not read the key. Callers compare
   * this array by reference.
   */
  byte[] UNDECLARED = {};

  /**
   * Returns the value that the run sees. The value may come from the run's own write. The array is
   * not a copy. Returns null if there is no value, and {@link #UNDECLARED} if the run must not read
   * the key.
   */
  byte[] current(Key key);

  /**
   * Buffers a write. Null deletes the key's value. Returns false if the run must not write the key.
   */
  boolean buffer(Key key, byte[] value);

  /**
   * Returns the entries that a scan has found, without the run's own writes. Returns null if the
   * scan was not declared.
   */
  ScannedEntries scanned(Scan scan);

  /**
   * Returns the buffered writes of the logic, without keys that the service itself uses. Null means
   * that the key is deleted.
   */
  Map<Key, byte[]> written();
}
