package dev.yardmaster.proof.simulator;

import dev.yardmaster.api.Key;
import dev.yardmaster.validator.CommittedVersions;
import java.util.HashMap;
import java.util.Map;

/** A version table that, for each entry, also keeps the key's previous value. */
class LateVersions extends CommittedVersions {

  private final Map<Object, byte[]> newestValues = new HashMap<>();
  private final Map<Object, Long> newestVersions = new HashMap<>();
  private final Map<Integer, byte[]> valuesBefore = new HashMap<>();
  private final Map<Integer, Long> versionsBefore = new HashMap<>();
  private long lastVersion;

  LateVersions(int entries) {
    super(entries);
  }

  /** Returns whether an entry was written by the last transaction that committed. */
  final boolean isLast(int entry) {
    return super.version(entry) == lastVersion;
  }

  /**
   * Returns the value that an entry's key had before its current value. If the previous value is
   * not known, returns the current value.
   */
  final byte[] valueBefore(int entry) {
    return valuesBefore.get(entry);
  }

  /** Returns the version of the value that {@link #valueBefore} returns. */
  final long versionBefore(int entry) {
    return versionsBefore.get(entry);
  }

  @Override
  public int committed(long fingerprint, long version) {
    lastVersion = version;
    int entry = super.committed(fingerprint, version);
    versionsBefore.put(entry, version);
    return entry;
  }

  @Override
  public void remember(int entry, Key key, byte[] value) {
    super.remember(entry, key, value);
    boolean known = newestVersions.containsKey(key);
    valuesBefore.put(entry, known ? newestValues.get(key) : value);
    versionsBefore.put(entry, known ? newestVersions.get(key) : lastVersion);
    newestValues.put(key, value);
    newestVersions.put(key, lastVersion);
  }
}
