package dev.yardmaster.service;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.Values;
import dev.yardmaster.api.logic.Failures;
import dev.yardmaster.api.logic.ScannedEntries;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * A run that executes under its service's lock. Declared reads are executed immediately, in the
 * same call.
 */
final class SerialRun extends RunState {

  private final StoredKeys source;
  private final int maxKeys;
  private final Set<Key> readSet = new HashSet<>();
  private final Set<Key> writeSet = new HashSet<>();
  private final Set<Scan> scans = new HashSet<>();
  private final Map<Key, byte[]> writes = new HashMap<>();

  /**
   * How many reads and scans the earlier rounds have declared. The logic may use the results of
   * these reads and scans.
   */
  private int found;

  private final Set<Scan> foundScans = new HashSet<>();

  SerialRun(StoredKeys source, TransactionLimits limits) {
    super(limits);
    this.source = source;
    maxKeys = limits.maxKeys();
  }

  /** Marks all declared reads and scans as executed. */
  void fetch() {
    found = readSet.size() + scans.size();
    foundScans.addAll(scans);
  }

  /** Returns all writes of the run, including the record of the outcome of its id. */
  Map<Key, byte[]> writes() {
    return writes;
  }

  @Override
  public boolean hasUnread() {
    return readSet.size() + scans.size() > found;
  }

  @Override
  protected void discardWrites() {
    writes.clear();
  }

  @Override
  protected long writtenBytes() {
    return writes.values().stream().mapToLong(value -> value == null ? 0 : value.length).sum();
  }

  @Override
  protected void writeOutcome(Key key, byte[] record) {
    writes.put(key, record);
  }

  @Override
  public void read(Key key) {
    declare(readSet, "reads", key);
  }

  @Override
  public void write(Key key) {
    declare(writeSet, "writes", key);
  }

  private void declare(Set<Key> keys, String what, Key key) {
    if (keys.add(Values.check(key)) && keys.size() > maxKeys) {
      throw Failures.tooMany(what, maxKeys, keys.size());
    }
  }

  @Override
  public void scan(Scan scan) {
    if (scans.add(scan)) {
      StoredKeys.checkCount(scans.size());
    }
  }

  @Override
  public byte[] current(Key key) {
    if (writes.containsKey(key)) {
      return writes.get(key);
    }
    return readSet.contains(key) ? source.value(key) : UNDECLARED;
  }

  @Override
  public boolean buffer(Key key, byte[] value) {
    if (writeSet.contains(key)) {
      writes.put(key, value);
    }
    return writeSet.contains(key);
  }

  @Override
  public ScannedEntries scanned(Scan scan) {
    return foundScans.contains(scan) ? source.find(scan) : null;
  }

  @Override
  public Map<Key, byte[]> written() {
    return writes;
  }
}
