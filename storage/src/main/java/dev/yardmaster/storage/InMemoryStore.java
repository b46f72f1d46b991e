package dev.yardmaster.storage;

import dev.yardmaster.api.Key;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;

/**
 * A store in memory. A hash index by fingerprint finds single keys, and an index in key order
 * serves scans. The index in key order changes only when a key is written for the first time and
 * when a deleted key is purged. A key's entry contains the newest version of its value; {@link
 * OldVersions} keeps the versions that snapshots may still read.
 */
public sealed class InMemoryStore implements VersionedStore permits DiskStore {

  /**
   * The memory of an entry in bytes: the entry object, the header of the value's array, and the
   * entry's share of the two indexes. The bytes of the value, and the key object of a text or byte
   * string, are not included.
   */
  private static final int ENTRY_BYTES = 96;

  /** The maximum number of table names that the store keeps for sharing. */
  private static final int REMEMBERED_TABLES = 1024;

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
  private final Missing missing = new Missing();

  /** The versions that newer versions have replaced. */
  final OldVersions oldVersions = new OldVersions();

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
    return entry == null ? null : OldVersions.asOf(entry, version);
  }

  @Override
  public boolean write(Key key, long fingerprint, byte[] value, long version) {
    StoredEntry entry = find(key, fingerprint);
    if (entry == null) {
      entry = insert(key, fingerprint);
    } else if (version <= entry.version()) {
      oldVersions.keepLate(entry, value, version);
      return false;
    } else {
      oldVersions.keepReplaced(entry, version);
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
    oldVersions.keepReplaced(on);
  }

  @Override
  public void release(long lowest) {
    oldVersions.release(lowest);
    // Deletions arrive nearly in version order. A deletion above the horizon delays the purge of
    // the deletions behind it in the queue.
    for (Tombstone oldest = tombstones.peek();
        oldest != null && oldest.version <= lowest;
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

  /** Adds an entry from disk to memory. Memory must have no entry for the key. */
  final StoredEntry admit(Key key, long fingerprint, byte[] value, long version) {
    StoredEntry entry = insert(key, fingerprint);
    bytes += lengthOf(value);
    entry.set(value, version);
    return entry;
  }

  /** Removes an entry, which is also on disk, from memory. */
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

  /** Returns the entry that a scan at a version passes to the visitor; see {@link #entriesAsOf}. */
  final Entry visible(StoredEntry entry, long version) {
    Entry found = OldVersions.asOf(entry, version);
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
    return oldVersions.bytes();
  }

  private static int lengthOf(byte[] value) {
    return value == null ? 0 : value.length;
  }
}
