package dev.yardmaster.api.logic;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.KeyDeclaration;
import dev.yardmaster.api.Scan;
import java.util.Map;

/**
 * The keys and scans that a procedure's run has declared, and what stands under them. A key that
 * was declared to be read can be read once its value has come. For the thread that runs the logic.
 */
public interface DeclaredKeys extends KeyDeclaration {

  /** Stands for the value of a key that may not be read; compared by identity. */
  byte[] UNDECLARED = {};

  /**
   * The value that the run sees, own writes included; not a copy. Null for none, {@link
   * #UNDECLARED} if the run may not read the key.
   */
  byte[] current(Key key);

  /** Buffers a write; null deletes. False if the run may not write the key. */
  boolean buffer(Key key, byte[] value);

  /** What a scan has found without the run's own writes; null if it was not declared. */
  ScannedEntries scanned(Scan scan);

  /** The buffered writes of the logic's keys, null where a key is deleted. */
  Map<Key, byte[]> written();
}
