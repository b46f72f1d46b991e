package dev.yardmaster.storage;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.Key;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The entry of a key in an {@link InMemoryStore}: the newest version of the value, and a reference
 * to the older versions. Only the store's owner changes the entry; other threads may read the
 * newest version at any time.
 */
final class StoredEntry implements VersionedStore.Entry {

  /**
   * The version of an entry that is not in the store: the entry was not added yet, or was removed.
   */
  static final long ABSENT = 0;

  /** The contents of the version field while the owner changes the value. */
  private static final long CHANGING = -1;

  /** The memory of a key in bytes, without its table's name and the bytes of its id. */
  private static final int KEY_BYTES = 48;

  private static final VarHandle VERSION;
  private static final VarHandle VALUE;
  private static final VarHandle NEXT;
  private static final VarHandle USED;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      VERSION = lookup.findVarHandle(StoredEntry.class, "version", long.class);
      VALUE = lookup.findVarHandle(StoredEntry.class, "value", byte[].class);
      NEXT = lookup.findVarHandle(StoredEntry.class, "next", StoredEntry.class);
      USED = lookup.findVarHandle(StoredEntry.class, "used", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  final long fingerprint;

  /**
   * The key; null for a number key. The entry itself contains the table and the number of a number
   * key. A separate key object would need more memory, and a lookup would have to read the object.
   */
  private final Key key;

  private final String table;
  private final long number;

  @Shared(
      writers = "the storage worker",
      readers = "that worker, callers",
      access = "opaque, between two changes of the version")
  private byte[] value;

  @Shared(
      writers = "the storage worker",
      readers = "that worker, callers",
      access =
          "a sequence lock for the value: the version is CHANGING while the value changes, and is"
              + " set with release semantics. Callers read it before and after the value")
  private long version;

  /** The next entry in the same chain of the index. */
  @Shared(
      writers = "the storage worker",
      readers = "that worker, callers",
      access = "release and acquire; see EntryIndex")
  @SuppressWarnings("UnusedVariable") // The field is read by its handle.
  private StoredEntry next;

  /** The length of the value, in bytes. Only the owner uses this field. */
  private int valueLength;

  /** The newest of the old versions that are kept for the key. Only the owner uses this field. */
  OldVersions.OldVersion older;

  // A DiskStore uses the following fields. They need no additional memory, because an object's size
  // is rounded up to a multiple of 8 bytes.

  /**
   * Whether the entry has changed since the last flush collected it. Only the owner uses this
   * field.
   */
  boolean changed;

  /** Whether the current flush contains a version of the entry. Only the owner uses this field. */
  boolean flushing;

  /** Whether the entry is in the queue of entries to evict. Only the owner uses this field. */
  boolean queued;

  @Shared(
      writers = "that storage worker, callers",
      readers = "that storage worker",
      access = "opaque; a lost write lets the entry be evicted earlier or later")
  @SuppressWarnings("UnusedVariable") // The field is read by its handle.
  private boolean used;

  /**
   * Creates an entry that is not in the store yet.
   *
   * @param table the name of the key's table; all number keys of the table share this String object
   */
  StoredEntry(Key key, String table, long fingerprint) {
    this.key = key.kind() == Key.Kind.NUMBER ? null : key;
    this.table = table;
    this.number = key.number();
    this.fingerprint = fingerprint;
  }

  boolean isFor(Key sought) {
    return key == null
        ? number == sought.number()
            && sought.kind() == Key.Kind.NUMBER
            && table.equals(sought.table())
        : key.equals(sought);
  }

  /** Compares the entry's key with another key, as {@link Key#compareTo} does. */
  int compareTo(Key other) {
    if (key != null) {
      return key.compareTo(other);
    }
    int byTable = table.compareTo(other.table());
    if (byTable != 0) {
      return byTable;
    }
    return other.kind() == Key.Kind.NUMBER ? Long.compare(number, other.number()) : -1;
  }

  boolean isReserved() {
    return key != null && key.isReserved();
  }

  /** Returns the memory of the key outside of the entry, in bytes. */
  int keyBytes() {
    return key == null ? 0 : KEY_BYTES + key.idLength();
  }

  // Only the owner may call the following methods.

  @Override
  public Key key() {
    return key == null ? Key.of(table, number) : key;
  }

  @Override
  public byte[] value() {
    return value;
  }

  @Override
  public long version() {
    return version;
  }

  /**
   * Loads the entry into the CPU's cache. The method reads two fields, because the entry may be in
   * two cache lines.
   */
  long load() {
    return fingerprint + (older == null ? 0 : 1);
  }

  /** Returns the length of the value, without reading the value's array. */
  int valueLength() {
    return valueLength;
  }

  void set(byte[] newValue, long newVersion) {
    valueLength = newValue == null ? 0 : newValue.length;
    VERSION.setOpaque(this, CHANGING);
    VarHandle.storeStoreFence();
    VALUE.setOpaque(this, newValue);
    VERSION.setRelease(this, newVersion);
  }

  void next(StoredEntry entry) {
    NEXT.setRelease(this, entry);
  }

  /**
   * Makes the entry unreadable for all threads. The store calls this method when it removes the
   * entry from memory.
   */
  void evict() {
    VERSION.setOpaque(this, CHANGING);
    VarHandle.storeStoreFence();
    VALUE.setOpaque(this, (byte[]) null);
  }

  /** Returns whether the store still has the entry. */
  boolean isPresent() {
    return version > ABSENT;
  }

  /** Returns whether the entry was used since the last call. */
  boolean takeUsed() {
    boolean was = (boolean) USED.getOpaque(this);
    USED.setOpaque(this, false);
    return was;
  }

  // Any thread may call the following methods.

  StoredEntry next() {
    return (StoredEntry) NEXT.getAcquire(this);
  }

  /** Marks the entry as used. */
  void use() {
    if (!(boolean) USED.getOpaque(this)) {
      USED.setOpaque(this, true);
    }
  }

  /**
   * Does the same as {@link #readNow}, but fails if the entry is linked and has no version yet: the
   * disk may then have a version of the key.
   */
  boolean readPresent(ReadSet reads, int position, long through) {
    return (long) VERSION.getAcquire(this) != ABSENT && readNow(reads, position, through);
  }

  /**
   * Stores the newest version in a read set. Returns false if the owner is changing the entry.
   *
   * @param through the highest version up to which the value is known to be the newest
   */
  boolean readNow(ReadSet reads, int position, long through) {
    long before = (long) VERSION.getAcquire(this);
    byte[] read = (byte[]) VALUE.getOpaque(this);
    VarHandle.loadLoadFence();
    if (before == CHANGING || (long) VERSION.getOpaque(this) != before) {
      return false;
    }
    reads.found(position, before == ABSENT ? null : read, before, through);
    return true;
  }
}
