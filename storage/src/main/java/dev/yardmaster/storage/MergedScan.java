package dev.yardmaster.storage;

import dev.yardmaster.api.Key;
import dev.yardmaster.storage.table.DiskTable;
import java.util.ArrayList;
import java.util.List;

/**
 * A scan of a {@link DiskStore}, which merges the entries in memory with the entries on disk. If
 * both contain a key, the newest version is in memory. The thread that owns the store runs the
 * scan.
 */
final class MergedScan implements DiskTable.Visitor, VersionedStore.Entry {

  /**
   * The number of entries from memory in the first run. Each further run has twice as many entries
   * as the previous run, up to {@link #MAX_RUN}.
   */
  private static final int FIRST_RUN = 32;

  private static final int MAX_RUN = 1024;

  /** Maps an entry in memory to the version that the scan sees. */
  @FunctionalInterface
  interface View {
    VersionedStore.Entry of(StoredEntry entry);
  }

  private final DiskStore store;
  private final DiskTable table;
  private final boolean backward;
  private final View view;
  private final VersionedStore.Visitor visitor;
  private final List<StoredEntry> run = new ArrayList<>(FIRST_RUN);
  private Key from;
  private Key to;
  private int length = FIRST_RUN;
  private int next;
  private boolean stopped;

  /**
   * The last key of the previous run. The range of a forward run begins with this key, and the run
   * skips the key.
   */
  private Key last;

  private Key key;
  private byte[] value;
  private long version;

  MergedScan(
      DiskStore store,
      DiskTable table,
      Key from,
      Key to,
      boolean backward,
      View view,
      VersionedStore.Visitor visitor) {
    this.store = store;
    this.table = table;
    this.from = from;
    this.to = to;
    this.backward = backward;
    this.view = view;
    this.visitor = visitor;
  }

  /**
   * Takes the entries in memory one run at a time, and merges each run with the entries on disk in
   * the run's range.
   */
  void run() {
    boolean more = true;
    while (more && !stopped) {
      run.clear();
      next = 0;
      store.visitMemory(from, to, backward, this::take);
      more = run.size() == length;
      Key end = more ? run.get(run.size() - 1).key() : null;
      scanDisk(more && backward ? end : from, more && !backward ? end : to);
      while (!stopped && next < run.size()) {
        emit(run.get(next++));
      }
      last = end;
      from = more && !backward ? end : from;
      to = more && backward ? end : to;
      length = Math.min(2 * length, MAX_RUN);
    }
  }

  /**
   * Scans a range on disk, without the reserved keys. All entries with reserved keys are in memory,
   * and the disk may still contain outcomes that memory has discarded.
   */
  private void scanDisk(Key low, Key high) {
    Key first = low != null && low.isReserved() ? DiskStore.AFTER_RESERVED : low;
    if (first == null || high == null || first.compareTo(high) < 0) {
      table.scan(first, high, backward, this);
    }
  }

  private boolean take(StoredEntry entry) {
    if (last == null || backward || !entry.isFor(last)) {
      run.add(entry);
    }
    return run.size() < length;
  }

  @Override
  public boolean visit(Key found, byte[] ofFound, long versionOfFound) {
    int order = -1;
    while (!stopped && next < run.size() && (order = compare(run.get(next), found)) < 0) {
      emit(run.get(next++));
    }
    boolean isInMemory = found.isReserved() || found.equals(last);
    if (stopped || isInMemory || (next < run.size() && order == 0) || !store.isOwn(found)) {
      return !stopped;
    }
    key = found;
    value = ofFound;
    version = versionOfFound;
    stopped = !visitor.visit(this);
    return !stopped;
  }

  private int compare(StoredEntry entry, Key other) {
    return backward ? -entry.compareTo(other) : entry.compareTo(other);
  }

  private void emit(StoredEntry entry) {
    stopped = !visitor.visit(view.of(entry));
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
