package dev.yardmaster.benchmarks.virtual.meter;

import dev.yardmaster.api.Key;
import dev.yardmaster.storage.VersionedStore;

/** A store that counts its reads and writes. */
final class MeteredStore implements VersionedStore {

  private final VersionedStore store;
  private final WorkMeter meter;

  MeteredStore(VersionedStore store, WorkMeter meter) {
    this.store = store;
    this.meter = meter;
  }

  @Override
  public Entry get(Key key, long fingerprint) {
    meter.did(PipelineOperation.STORED_READ, 1);
    return store.get(key, fingerprint);
  }

  @Override
  public Entry getAsOf(Key key, long fingerprint, long version) {
    meter.did(PipelineOperation.STORED_READ, 1);
    return store.getAsOf(key, fingerprint, version);
  }

  @Override
  public void entriesAsOf(Key from, Key to, boolean backward, long version, Visitor visitor) {
    store.entriesAsOf(from, to, backward, version, visitor);
  }

  @Override
  public boolean write(Key key, long fingerprint, byte[] value, long version) {
    meter.did(PipelineOperation.STORED_WRITE, 1);
    return store.write(key, fingerprint, value, version);
  }

  @Override
  public void expect(long fingerprint, boolean read) {
    store.expect(fingerprint, read);
  }

  @Override
  public void prefetch() {
    store.prefetch();
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
  public int forget(Key from, Key to, int most) {
    return store.forget(from, to, most);
  }

  @Override
  public void entries(Key from, Key to, boolean backward, Visitor visitor) {
    store.entries(from, to, backward, visitor);
  }

  @Override
  public int size() {
    return store.size();
  }

  @Override
  public int reservedSize() {
    return store.reservedSize();
  }

  @Override
  public long bytes() {
    return store.bytes();
  }

  @Override
  public long keptBytes() {
    return store.keptBytes();
  }
}
