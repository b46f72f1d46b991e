package dev.yardmaster.api.logic;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.YardmasterException;
import java.util.List;

/**
 * The operations that a service provides for one {@link SourcedSnapshot}. One thread at a time
 * calls the methods, which may block.
 */
public interface SnapshotSource {

  /** The maximum number of keys in one call of {@link #values}. */
  int MAX_KEYS = 512;

  /** Returns the snapshot's version. */
  long version();

  /**
   * Returns the values of keys, in the order of the keys; null if a key has no value. The arrays
   * are not copies.
   *
   * @param keys 1 to {@link #MAX_KEYS} keys
   * @throws YardmasterException if the snapshot or the service has ended
   */
  byte[][] values(List<Key> keys);

  /**
   * Returns the first entries of a range, in the scan's order. A result that is not {@link
   * ScannedEntries#isComplete complete} has at least one entry. It ends at the scan's limit or at a
   * limit of the service, and the range may have further entries. The arrays are not copies.
   *
   * @param afterFirst whether a forward scan omits its first key, because the previous page ended
   *     with this key
   * @throws YardmasterException if the snapshot or the service has ended
   */
  ScannedEntries page(Scan scan, boolean afterFirst);

  /**
   * Releases the resources that the service holds for the snapshot. The snapshot calls this method
   * once.
   */
  void close();
}
