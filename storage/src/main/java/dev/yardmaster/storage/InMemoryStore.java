package dev.yardmaster.storage;

import dev.yardmaster.api.Key;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;

/**
 * A store in memory. A hash index by fingerprint finds single keys, and an index in key order
 * serves scans. This index changes only when a key is written for the first time and when a deleted
 * key is purged.
 *
 * <p>A key's entry contains the newest version of its value. The entry also refers to the chain of
 * the key's older versions, newest first. A queue contains the old versions of all keys in the
 * order in which they were replaced; this is nearly the order of the versions that replaced them.
 */
public sealed class InMemoryStore implements VersionedStore permits DiskStore {

  /** The memory of an old version in bytes, without the bytes of its value. */
  private static final int OLD_VERSION_BYTES = 72;

  /** The maximum number of objects for old versions that are kept for reuse. */
  private static final int MAX_FREE = 4096;

  /**
   * The memory of an entry in bytes, without its value and without the key of a text or byte
   * string: the entry, the header of the value's array, and the entry's parts of the two indexes.
   */
  private static final int ENTRY_BYTES = 96;

  /** The maximum number of tables whose names are remembered. */
  private static final int REMEMBERED_TABLES = 1024;

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
  private final OrderedEntries byKey = new OrderedEntries();
  private final Map<String, String> tables = new HashMap<>();
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
  public void reserve(int entries) {
    byFingerprint.reserve(entries);
  }

  @Override
  public void expect(long fingerprint, boolean read) {
    byFingerprint.expect(fingerprint, read);
  }

  @Override
  public void prefetch() {
    byFingerprint.prefetch();
  }

  final StoredEntry find(Key key, long fingerprint) {
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

  static Entry asOf(StoredEntry entry, long version) {
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
    changed(entry);
    return true;
  }

  /** Called after an entry got a newer version. */
  void changed(StoredEntry entry) {
    if (entry.value() == null) {
      tombstones.add(new Tombstone(entry, entry.version()));
    }
  }

  /** Returns whether the value that a write at this version replaces must be kept. */
  final boolean keepsReplacedAt(long version) {
    return keepsReplaced && version > horizon;
  }

  /** Returns the horizon. */
  final long horizon() {
    return horizon;
  }

  /**
   * Called when the given version replaces the present value of an entry: keeps this value if a
   * snapshot may read it.
   */
  private void keepReplaced(StoredEntry entry, long version) {
    if (keepsReplacedAt(version) && !entry.isReserved()) {
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
    if (known || !keepsReplaced || replacedBy <= horizon || entry.isReserved()) {
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

  final StoredEntry insert(Key key, long fingerprint) {
    StoredEntry entry = new StoredEntry(key, shared(key.table()), fingerprint);
    byFingerprint.add(entry);
    byKey.add(key, entry);
    bytes += bytesOf(entry);
    if (entry.isReserved()) {
      reserved++;
    }
    return entry;
  }

  /** Returns the String object that the number keys of a table share. */
  private String shared(String table) {
    String known = tables.get(table);
    if (known != null) {
      return known;
    }
    if (tables.size() == REMEMBERED_TABLES) {
      tables.clear();
    }
    tables.put(table, table);
    return table;
  }

  /** Returns the memory of an entry without its value. */
  private static int bytesOf(StoredEntry entry) {
    return ENTRY_BYTES + entry.keyBytes();
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
        remove(oldest.entry);
      }
    }
  }

  @Override
  public int forget(Key from, Key to, int most) {
    int forgotten = 0;
    StoredEntry oldest = byKey.ceiling(from);
    while (forgotten < most && oldest != null && oldest.compareTo(to) < 0) {
      remove(oldest);
      forgotten++;
      oldest = byKey.ceiling(from);
    }
    return forgotten;
  }

  private void remove(StoredEntry entry) {
    unlink(entry);
    entry.set(null, StoredEntry.ABSENT);
  }

  private void unlink(StoredEntry entry) {
    bytes -= bytesOf(entry) + entry.valueLength();
    if (entry.isReserved()) {
      reserved--;
    }
    byKey.remove(entry);
    byFingerprint.remove(entry);
  }

  /** Adds an entry that is on disk; its key must have none in memory. */
  final StoredEntry admit(Key key, long fingerprint, byte[] value, long version) {
    StoredEntry entry = insert(key, fingerprint);
    bytes += lengthOf(value);
    entry.set(value, version);
    return entry;
  }

  /** Removes an entry from memory that is on disk. */
  final void evict(StoredEntry entry) {
    unlink(entry);
    entry.evict();
  }

  @Override
  public void entries(Key from, Key to, boolean backward, Visitor visitor) {
    visitMemory(from, to, backward, visitor::visit);
  }

  @Override
  public void entriesAsOf(Key from, Key to, boolean backward, long version, Visitor visitor) {
    visitMemory(from, to, backward, entry -> visitor.visit(visible(entry, version)));
  }

  /** Returns the version of an entry that a snapshot sees, for {@link #entriesAsOf}. */
  final Entry visible(StoredEntry entry, long version) {
    Entry found = asOf(entry, version);
    if (found == null) {
      missing.key = entry.key();
      return missing;
    }
    return found;
  }

  final void visitMemory(Key from, Key to, boolean backward, OrderedEntries.Visitor visitor) {
    if (backward) {
      byKey.descend(from, to, visitor);
    } else {
      byKey.ascend(from, to, visitor);
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

  @Override
  public long keptBytes() {
    return keptBytes;
  }

  private static int lengthOf(byte[] value) {
    return value == null ? 0 : value.length;
  }
}
