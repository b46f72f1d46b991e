package dev.yardmaster.proof.simulator;

import dev.yardmaster.api.Key;
import dev.yardmaster.storage.InMemoryStore;
import dev.yardmaster.storage.VersionedStore;

/**
 * A store that forwards all calls to another store. Each bug overrides the method that it breaks.
 */
class BrokenStore implements VersionedStore {

  private final InMemoryStore store = new InMemoryStore();

  /** The entry of a key before the last write to the key. */
  static final class OldEntry implements Entry {
    private final Key key;
    private final byte[] value;
    private final long version;

    OldEntry(Key key, byte[] value, long version) {
      this.key = key;
      this.value = value;
      this.version = version;
    }

    @Override
    public Key key() {
      return key;
    }

    @Override
    public byte[] value() {
      return value;
    }

    @Override
    public long version() {
      return version;
    }
  }

  @Override
  public Entry get(Key key, long fingerprint) {
    return store.get(key, fingerprint);
  }

  @Override
  public Entry getAsOf(Key key, long fingerprint, long version) {
    return store.getAsOf(key, fingerprint, version);
  }

  @Override
  public void entriesAsOf(Key from, Key to, boolean backward, long version, Visitor visitor) {
    store.entriesAsOf(from, to, backward, version, visitor);
  }

  @Override
  public boolean write(Key key, long fingerprint, byte[] value, long version) {
    return store.write(key, fingerprint, value, version);
  }

  @Override
  public void keepReplaced(boolean on) {
    store.keepReplaced(on);
  }

  @Override
  public void release(long horizon) {
    store.release(horizon);
  }

  @Override
  public void entries(Key from, Key to, boolean backward, Visitor visitor) {
    store.entries(from, to, backward, visitor);
  }

  @Override
  public int forget(Key from, Key to, int most) {
    return store.forget(from, to, most);
  }

  @Override
  public int size() {
    return store.size();
  }

  @Override
  public long keptBytes() {
    return store.keptBytes();
  }

  @Override
  public int reservedSize() {
    return store.reservedSize();
  }
}
