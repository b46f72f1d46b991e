package dev.yardmaster.engine.redo;

import dev.yardmaster.api.Key;
import dev.yardmaster.storage.VersionedStore;

/**
 * The tables of an engine as a store from which checkpoints read. The store supports only forward
 * scans from a key to the end. One thread uses an instance.
 */
public abstract class ScannedTables implements VersionedStore {

  /** Creates a store. */
  protected ScannedTables() {}

  /**
   * Visits entries until the visitor returns false or there are no more entries.
   *
   * @param from null to begin at the first key; otherwise the key of the last entry that the
   *     visitor has accepted. The scan may visit this entry again
   */
  protected abstract void scan(Key from, Visitor visitor);

  @Override
  public final void entries(Key from, Key to, boolean backward, Visitor visitor) {
    if (backward || to != null) {
      throw new UnsupportedOperationException("this store supports only forward scans to the end");
    }
    scan(from, visitor);
  }

  @Override
  public final Entry get(Key key, long fingerprint) {
    throw onlyScanned();
  }

  @Override
  public final Entry getAsOf(Key key, long fingerprint, long version) {
    throw onlyScanned();
  }

  @Override
  public final void entriesAsOf(Key from, Key to, boolean backward, long version, Visitor visitor) {
    throw onlyScanned();
  }

  @Override
  public final boolean write(Key key, long fingerprint, byte[] value, long version) {
    throw onlyScanned();
  }

  @Override
  public final void release(long horizon) {}

  @Override
  public final int forget(Key from, Key to, int most) {
    return 0;
  }

  @Override
  public final int size() {
    throw onlyScanned();
  }

  @Override
  public final int reservedSize() {
    return 0;
  }

  private static UnsupportedOperationException onlyScanned() {
    return new UnsupportedOperationException("this store supports only scans");
  }
}
