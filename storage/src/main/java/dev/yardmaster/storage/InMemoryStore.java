package dev.yardmaster.storage;

import dev.yardmaster.api.Key;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.NavigableMap;
import java.util.Queue;
import java.util.TreeMap;
import org.agrona.collections.Long2ObjectHashMap;

/**
 * A store in memory. A hash index by fingerprint finds single keys, and a tree in key order serves
 * scans. The tree changes only when a key is first written and when it is purged.
 */
public final class InMemoryStore implements VersionedStore {

  /** The version that marks an entry as removed from the store. */
  private static final long REMOVED = 0;

  /**
   * The memory of an entry besides the bytes of its id and its value: the entry, its key, the
   * header of the value's array, and its places in the tree and in the hash index.
   */
  private static final int ENTRY_BYTES = 176;

  private static final class StoredEntry implements Entry {
    private final Key key;
    private final long fingerprint;

    /**
     * The table and the number of a number key. Both are copied from the key, so that a lookup need
     * not access the key object.
     */
    private final String table;

    private final long number;
    private byte[] value;
    private long version;

    /** The next entry whose key has the same fingerprint. */
    private StoredEntry next;

    private StoredEntry(Key key, long fingerprint, StoredEntry next) {
      this.key = key;
      this.fingerprint = fingerprint;
      this.table = key.kind() == Key.Kind.NUMBER ? key.table() : null;
      this.number = key.number();
      this.next = next;
    }

    @SuppressWarnings(
        "ReferenceEquality") // Equal tables that are not identical take the slow path.
    private boolean isFor(Key sought) {
      return (number == sought.number()
              && table == sought.table()
              && sought.kind() == Key.Kind.NUMBER)
          || key.equals(sought);
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

  /** A deletion. The deleted entry is purged later, unless it was written again. */
  private record Tombstone(StoredEntry entry, long version) {}

  private final Long2ObjectHashMap<StoredEntry> byFingerprint = new Long2ObjectHashMap<>();
  private final NavigableMap<Key, StoredEntry> byKey = new TreeMap<>();
  private final Queue<Tombstone> tombstones = new ArrayDeque<>();
  private int reserved;
  private long bytes;

  /** Creates an empty store. */
  public InMemoryStore() {}

  @Override
  public Entry get(Key key, long fingerprint) {
    return find(key, fingerprint);
  }

  private StoredEntry find(Key key, long fingerprint) {
    StoredEntry entry = byFingerprint.get(fingerprint);
    while (entry != null && !entry.isFor(key)) {
      entry = entry.next;
    }
    return entry;
  }

  @Override
  public boolean write(Key key, long fingerprint, byte[] value, long version) {
    StoredEntry entry = find(key, fingerprint);
    if (entry == null) {
      entry = insert(key, fingerprint);
    } else if (version <= entry.version) {
      return false;
    }
    bytes += lengthOf(value) - lengthOf(entry.value);
    entry.value = value;
    entry.version = version;
    if (value == null) {
      tombstones.add(new Tombstone(entry, version));
    }
    return true;
  }

  private StoredEntry insert(Key key, long fingerprint) {
    StoredEntry entry = new StoredEntry(key, fingerprint, byFingerprint.get(fingerprint));
    byFingerprint.put(fingerprint, entry);
    byKey.put(key, entry);
    bytes += ENTRY_BYTES + key.idLength();
    if (key.isReserved()) {
      reserved++;
    }
    return entry;
  }

  @Override
  public void purgeTombstones(long watermark) {
    // Deletions arrive nearly in version order. A deletion above the watermark delays the purge of
    // the deletions after it in the queue.
    for (Tombstone oldest = tombstones.peek();
        oldest != null && oldest.version <= watermark;
        oldest = tombstones.peek()) {
      tombstones.remove();
      if (oldest.entry.version == oldest.version) {
        byKey.remove(oldest.entry.key);
        removed(oldest.entry);
      }
    }
  }

  @Override
  public int forget(Key from, Key to, int most) {
    if (from.compareTo(to) >= 0) {
      return 0;
    }
    Iterator<StoredEntry> oldest = byKey.subMap(from, true, to, false).values().iterator();
    int forgotten = 0;
    while (forgotten < most && oldest.hasNext()) {
      StoredEntry entry = oldest.next();
      oldest.remove();
      removed(entry);
      forgotten++;
    }
    return forgotten;
  }

  /** Removes an entry from the index. The entry was already removed from the tree. */
  private void removed(StoredEntry entry) {
    bytes -= ENTRY_BYTES + entry.key.idLength() + lengthOf(entry.value);
    entry.version = REMOVED;
    if (entry.key.isReserved()) {
      reserved--;
    }
    StoredEntry head = byFingerprint.get(entry.fingerprint);
    if (head == entry) {
      if (entry.next == null) {
        byFingerprint.remove(entry.fingerprint);
      } else {
        byFingerprint.put(entry.fingerprint, entry.next);
      }
      return;
    }
    while (head.next != entry) {
      head = head.next;
    }
    head.next = entry.next;
  }

  @Override
  public void entries(Key from, Key to, boolean backward, Visitor visitor) {
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
    for (StoredEntry entry : (backward ? range.descendingMap() : range).values()) {
      if (!visitor.visit(entry)) {
        return;
      }
    }
  }

  @Override
  public int size() {
    return byKey.size();
  }

  @Override
  public int reservedSize() {
    return reserved;
  }

  @Override
  public long bytes() {
    return bytes;
  }

  private static int lengthOf(byte[] value) {
    return value == null ? 0 : value.length;
  }
}
