package dev.yardmaster.storage;

import dev.yardmaster.api.Key;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Queue;
import java.util.TreeMap;
import org.agrona.collections.Long2ObjectHashMap;

/**
 * A store in memory: a hash index by fingerprint for single keys, and a tree in key order for
 * scans, which only the first write and the purge of a key touch.
 */
public final class InMemoryStore implements VersionedStore {

  private static final class StoredEntry implements Entry {
    private final Key key;
    private final long fingerprint;
    private byte[] value;
    private long version;

    /** Another key with the same fingerprint. */
    private StoredEntry next;

    private StoredEntry(Key key, long fingerprint, StoredEntry next) {
      this.key = key;
      this.fingerprint = fingerprint;
      this.next = next;
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

  /** A deletion, to be purged unless its record was written again. */
  private record Tombstone(StoredEntry record, long version) {}

  private final Long2ObjectHashMap<StoredEntry> byFingerprint = new Long2ObjectHashMap<>();
  private final NavigableMap<Key, StoredEntry> byKey = new TreeMap<>();
  private final Queue<Tombstone> tombstones = new ArrayDeque<>();

  /** An empty store. */
  public InMemoryStore() {}

  @Override
  public Entry get(Key key, long fingerprint) {
    return find(key, fingerprint);
  }

  private StoredEntry find(Key key, long fingerprint) {
    StoredEntry record = byFingerprint.get(fingerprint);
    while (record != null && !record.key.equals(key)) {
      record = record.next;
    }
    return record;
  }

  @Override
  public boolean write(Key key, long fingerprint, byte[] value, long version) {
    StoredEntry record = find(key, fingerprint);
    if (record == null) {
      record = insert(key, fingerprint);
    } else if (version <= record.version) {
      return false;
    }
    record.value = value;
    record.version = version;
    if (value == null) {
      tombstones.add(new Tombstone(record, version));
    }
    return true;
  }

  private StoredEntry insert(Key key, long fingerprint) {
    StoredEntry record = new StoredEntry(key, fingerprint, byFingerprint.get(fingerprint));
    byFingerprint.put(fingerprint, record);
    byKey.put(key, record);
    return record;
  }

  @Override
  public void purgeTombstones(long watermark) {
    // Deletions arrive nearly in version order; one that is too young holds back those behind it.
    for (Tombstone oldest = tombstones.peek();
        oldest != null && oldest.version <= watermark;
        oldest = tombstones.peek()) {
      tombstones.remove();
      if (oldest.record.version == oldest.version) {
        remove(oldest.record);
      }
    }
  }

  private void remove(StoredEntry record) {
    byKey.remove(record.key);
    StoredEntry head = byFingerprint.get(record.fingerprint);
    if (head == record) {
      if (record.next == null) {
        byFingerprint.remove(record.fingerprint);
      } else {
        byFingerprint.put(record.fingerprint, record.next);
      }
      return;
    }
    while (head.next != record) {
      head = head.next;
    }
    head.next = record.next;
  }

  @Override
  public void scan(Key from, Key to, Visitor visitor) {
    NavigableMap<Key, StoredEntry> range = byKey;
    if (from != null && to != null) {
      if (from.compareTo(to) >= 0) {
        return;
      }
      range = byKey.subMap(from, true, to, false);
    } else if (from != null) {
      range = byKey.tailMap(from, true);
    } else if (to != null) {
      range = byKey.headMap(to, false);
    }
    for (Map.Entry<Key, StoredEntry> entry : range.entrySet()) {
      if (entry.getValue().value != null && !visitor.visit(entry.getValue())) {
        return;
      }
    }
  }

  @Override
  public int size() {
    return byKey.size();
  }
}
