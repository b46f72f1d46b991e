package dev.yardmaster.api.logic;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.Scan;
import java.util.Map;

/**
 * The keys and scans that a procedure's run has declared, with their values. A key that was
 * declared as read can be read once its value has arrived. For the thread that runs the logic.
 */
public interface DeclaredKeys extends KeyDeclaration {

  /** The result for a key that must not be read; compared by identity. */
  byte[] UNDECLARED = {};

  /**
   * Returns the value that the run sees, including its own writes; not a copy. Null for none,
   * {@link #UNDECLARED} if the run must not read the key.
   */
  byte[] current(Key key);

  /** Buffers a write; null deletes. Returns false if the run must not write the key. */
  boolean buffer(Key key, byte[] value);

  /**
   * Returns the entries that a scan has found, without the run's own writes; null if the scan was
   * not declared.
   */
  ScannedEntries scanned(Scan scan);

  /** Returns the buffered writes of the logic's keys, null where a key is deleted. */
  Map<Key, byte[]> written();
}
