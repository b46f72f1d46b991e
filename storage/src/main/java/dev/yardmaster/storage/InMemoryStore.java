package dev.yardmaster.storage;

import dev.yardmaster.api.Key;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.NavigableMap;
import java.util.Queue;
import java.util.TreeMap;

/**
 * A store in memory. A store in memory. A hash index by fingerprint finds single keys, and a tree
 * in key order serves scans. The tree changes only when a key is written for the first time and
 * when a deleted key is purged.
 *
 * <p>A key's entry contains the newest version of its value. The entry also refers to the chain of
 * the key's older versions, newest first. A queue contains the old versions of all keys in the
 * order in which they were replaced; this is nearly the order of the versions that replaced them.
 */
public final class InMemoryStore implements VersionedStore {

  /** The memory of an old version in bytes, without the bytes of its value. */
  private static final int OLD_VERSION_BYTES = 72;

  /** The maximum number of objects for old versions that are kept for reuse. */
  private static final int MAX_FREE = 4096;

  /**
   * The memory of an entry in bytes, without the bytes of its id and its value: the entry, its key,
   * the header of the value's array, and its nodes in the tree and in the hash index.
   */
  private static final int ENTRY_BYTES = 184;

  /** A version that a newer version has replaced. The object is reused for other versions. */
  static final class OldVersion implements Entry {
    private StoredEntry entry;
    private byte[] value;
    private long version;
    private long replacedBy;
    private OldVersion newer;
    private OldVersion older;

    @Override
    public Key key() {
      return entry.key();
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

  /** The result if a key did not exist at the requested version. */
  private static final class Missing implements Entry {
    private Key key;

    @Override
    public Key key() {
      return key;
    }

    @Override
    public byte[] value() {
      return null;
    }

    @Override
    public long version() {
      return 0;
    }
  }

  /**
   * A deletion. The entry of the deleted key is purged later, unless the key is written again
   * before that.
   */
  private record Tombstone(StoredEntry entry, long version) {}

  private final EntryIndex byFingerprint = new EntryIndex();
  private final NavigableMap<Key, StoredEntry> byKey = new TreeMap<>();
  private final Queue<Tombstone> tombstones = new ArrayDeque<>();
  private final Queue<OldVersion> kept = new ArrayDeque<>();
  private final ArrayDeque<OldVersion> free = new ArrayDeque<>();
  private final Missing missing = new Missing();
  private long horizon = Long.MAX_VALUE;
  private boolean keepsReplaced = true;
  private long keptBytes;
  private int reserved;
  private long bytes;

  /** Creates an empty store. */
  public InMemoryStore() {}

  @Override
  public Entry get(Key key, long fingerprint) {
    return find(key, fingerprint);
  }

  @Override
  public void expect(long fingerprint, boolean read) {
    byFingerprint.expect(fingerprint, read);
  }

  @Override
  public void prefetch() {
    byFingerprint.prefetch();
  }

  private StoredEntry find(Key key, long fingerprint) {
    return byFingerprint.find(key, fingerprint);
  }

  @Override
  public boolean readNow(ReadSet reads, int position, long through) {
    return byFingerprint.readNow(reads, position, through);
  }

  @Override
  public Entry getAsOf(Key key, long fingerprint, long version) {
    StoredEntry entry = find(key, fingerprint);
    return entry == null ? null : asOf(entry, version);
  }

  private static Entry asOf(StoredEntry entry, long version) {
    if (entry.version() <= version) {
      return entry;
    }
    OldVersion old = entry.older;
    while (old != null && old.version > version) {
      old = old.older;
    }
    return old;
  }

  @Override
  public boolean write(Key key, long fingerprint, byte[] value, long version) {
    StoredEntry entry = find(key, fingerprint);
    if (entry == null) {
      entry = insert(key, fingerprint);
    } else if (version <= entry.version()) {
      keepLate(entry, value, version);
      return false;
    } else {
      keepReplaced(entry, version);
    }
    bytes += lengthOf(value) - entry.valueLength();
    entry.set(value, version);
    if (value == null) {
      tombstones.add(new Tombstone(entry, version));
    }
    return true;
  }

  /**
   * Called when the given version replaces the present value of an entry: keeps this value if a
   * snapshot may read it.
   */
  private void keepReplaced(StoredEntry entry, long version) {
    if (keepsReplaced && version > horizon && !entry.key().isReserved()) {
      keep(entry, entry.value(), entry.version(), version, null, entry.older);
    }
  }

  /**
   * Called when a value arrives after a newer value of its key: keeps this value if a snapshot may
   * read it.
   */
  private void keepLate(StoredEntry entry, byte[] value, long version) {
    OldVersion newer = null;
    OldVersion older = entry.older;
    long replacedBy = entry.version();
    while (older != null && older.version > version) {
      newer = older;
      older = older.older;
      replacedBy = newer.version;
    }
    boolean known = version == replacedBy || (older != null && version == older.version);
    if (known || !keepsReplaced || replacedBy <= horizon || entry.key().isReserved()) {
      return;
    }
    keep(entry, value, version, replacedBy, newer, older);
    if (older != null) {
      older.replacedBy = version;
    }
  }

  private void keep(
      StoredEntry entry,
      byte[] value,
      long version,
      long replacedBy,
      OldVersion newer,
      OldVersion older) {
    OldVersion old = free.isEmpty() ? new OldVersion() : free.removeLast();
    old.entry = entry;
    old.value = value;
    old.version = version;
    old.replacedBy = replacedBy;
    link(entry, newer, old);
    link(entry, old, older);
    kept.add(old);
    keptBytes += OLD_VERSION_BYTES + lengthOf(value);
  }

  /**
   * Links two versions as neighbors in the chain of an entry. {@code newer} is null if the newer
   * version is the entry itself; {@code older} is null at the end of the chain.
   */
  private static void link(StoredEntry entry, OldVersion newer, OldVersion older) {
    if (newer == null) {
      entry.older = older;
    } else {
      newer.older = older;
    }
    if (older != null) {
      older.newer = newer;
    }
  }

  private StoredEntry insert(Key key, long fingerprint) {
    StoredEntry entry = new StoredEntry(key, fingerprint);
    byFingerprint.add(entry);
    byKey.put(key, entry);
    bytes += ENTRY_BYTES + key.idLength();
    if (key.isReserved()) {
      reserved++;
    }
    return entry;
  }

  @Override
  public void keepReplaced(boolean on) {
    keepsReplaced = on;
  }

  @Override
  public void release(long lowest) {
    horizon = lowest;
    for (OldVersion oldest = kept.peek();
        oldest != null && oldest.replacedBy <= lowest;
        oldest = kept.peek()) {
      kept.remove();
      link(oldest.entry, oldest.newer, oldest.older);
      keptBytes -= OLD_VERSION_BYTES + lengthOf(oldest.value);
      oldest.entry = null;
      oldest.value = null;
      oldest.newer = null;
      oldest.older = null;
      if (free.size() < MAX_FREE) {
        free.addLast(oldest);
      }
    }
    purgeTombstones();
  }

  private void purgeTombstones() {
    // Deletions arrive nearly in version order. A deletion above the horizon delays the purge of
    // the deletions that are behind it in the queue.
    for (Tombstone oldest = tombstones.peek();
        oldest != null && oldest.version <= horizon;
        oldest = tombstones.peek()) {
      tombstones.remove();
      if (oldest.entry.version() == oldest.version) {
        byKey.remove(oldest.entry.key());
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

  /**
   * Removes an entry from the hash index. The caller has already removed the entry from the tree.
   */
  private void removed(StoredEntry entry) {
    bytes -= ENTRY_BYTES + entry.key().idLength() + entry.valueLength();
    if (entry.key().isReserved()) {
      reserved--;
    }
    byFingerprint.remove(entry);
    entry.set(null, StoredEntry.ABSENT);
  }

  @Override
  public void entries(Key from, Key to, boolean backward, Visitor visitor) {
    for (StoredEntry entry : range(from, to, backward)) {
      if (!visitor.visit(entry)) {
        return;
      }
    }
  }

  @Override
  public void entriesAsOf(Key from, Key to, boolean backward, long version, Visitor visitor) {
    for (StoredEntry entry : range(from, to, backward)) {
      Entry found = asOf(entry, version);
      missing.key = entry.key();
      if (!visitor.visit(found == null ? missing : found)) {
        return;
      }
    }
  }

  private Collection<StoredEntry> range(Key from, Key to, boolean backward) {
    NavigableMap<Key, StoredEntry> range = byKey;
    if (from != null && to != null) {
      if (from.compareTo(to) >= 0) {
        return List.of();
      }
      range = byKey.subMap(from, true, to, false);
    } else if (from != null) {
      range = byKey.tailMap(from, true);
    } else if (to != null) {
      range = byKey.headMap(to, false);
    }
    return (backward ? range.descendingMap() : range).values();
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

  @Override
  public long keptBytes() {
    return keptBytes;
  }

  private static int lengthOf(byte[] value) {
    return value == null ? 0 : value.length;
  }
}
