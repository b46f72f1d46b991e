package dev.yardmaster.storage;

import dev.yardmaster.api.Key;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * The versions that newer versions have replaced. They are kept for as long as a snapshot may read
 * them. An entry refers to the chain of its key's old versions, newest first. A queue contains the
 * old versions of all keys in the order of their addition. The replacing versions have nearly the
 * same order. Only the store's owner calls the methods.
 */
final class OldVersions {

  /** The memory of an old version in bytes, without the bytes of its value. */
  private static final int VERSION_BYTES = 72;

  /** The maximum number of unused objects that are kept for reuse. */
  private static final int MAX_FREE = 4096;

  /** A version that a newer version has replaced. The object is reused for other versions. */
  static final class OldVersion implements VersionedStore.Entry {
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

  private final Queue<OldVersion> kept = new ArrayDeque<>();
  private final ArrayDeque<OldVersion> free = new ArrayDeque<>();
  private long horizon = Long.MAX_VALUE;
  private boolean keepsReplaced = true;
  private long bytes;

  /** Returns the lowest version that a snapshot may still read. */
  long horizon() {
    return horizon;
  }

  /** Sets whether versions that are replaced from now on are kept. */
  void keepReplaced(boolean on) {
    keepsReplaced = on;
  }

  /** Returns the memory of the old versions, in bytes. */
  long bytes() {
    return bytes;
  }

  /**
   * Returns the newest version of an entry that is not above the given version; null if there is
   * none.
   */
  static VersionedStore.Entry asOf(StoredEntry entry, long version) {
    if (entry.version() <= version) {
      return entry;
    }
    OldVersion old = entry.older;
    while (old != null && old.version > version) {
      old = old.older;
    }
    return old;
  }

  /** Returns whether the value that a write at this version replaces must be kept. */
  boolean keepsReplacedAt(long version) {
    return keepsReplaced && version > horizon;
  }

  /**
   * Keeps the current value of an entry if a snapshot may read it. Called when a write at the given
   * version replaces this value.
   */
  void keepReplaced(StoredEntry entry, long version) {
    if (keepsReplacedAt(version) && !entry.isReserved()) {
      keep(entry, entry.value(), entry.version(), version, null, entry.older);
    }
  }

  /**
   * Keeps a late value if a snapshot may read it. Called when a value arrives after a newer value
   * of the same key.
   */
  void keepLate(StoredEntry entry, byte[] value, long version) {
    OldVersion newer = null;
    OldVersion older = entry.older;
    long replacedBy = entry.version();
    while (older != null && older.version > version) {
      newer = older;
      older = older.older;
      replacedBy = newer.version;
    }
    boolean known = version == replacedBy || (older != null && version == older.version);
    if (known || !keepsReplacedAt(replacedBy) || entry.isReserved()) {
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
    bytes += bytesOf(value);
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

  private static int bytesOf(byte[] value) {
    return VERSION_BYTES + (value == null ? 0 : value.length);
  }

  /** Raises the horizon, and removes the versions that no snapshot at or above the horizon sees. */
  void release(long lowest) {
    horizon = lowest;
    for (OldVersion oldest = kept.peek();
        oldest != null && oldest.replacedBy <= lowest;
        oldest = kept.peek()) {
      kept.remove();
      link(oldest.entry, oldest.newer, oldest.older);
      bytes -= bytesOf(oldest.value);
      oldest.entry = null;
      oldest.value = null;
      oldest.newer = null;
      oldest.older = null;
      if (free.size() < MAX_FREE) {
        free.addLast(oldest);
      }
    }
  }
}
