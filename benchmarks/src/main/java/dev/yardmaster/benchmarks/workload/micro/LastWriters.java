package dev.yardmaster.benchmarks.workload.micro;

/**
 * Records, for every object, the highest commit version of a write to the object, and the value of
 * that write. Version 0 denotes the initial load. The class also counts writes with an impossible
 * version: no version, or the version of another transaction's write to the same object. An
 * instance is for use by one thread.
 */
final class LastWriters {

  private final long[] versions;
  private final long[] values;
  private long impossibleVersions;

  LastWriters(int objects) {
    versions = new long[objects];
    values = new long[objects];
  }

  void wrote(int object, long version, long value) {
    if (version > versions[object]) {
      versions[object] = version;
      values[object] = value;
    } else if (version <= 0 || (version == versions[object] && value != values[object])) {
      impossibleVersions++;
    }
  }

  void merge(LastWriters other) {
    impossibleVersions += other.impossibleVersions;
    for (int object = 0; object < versions.length; object++) {
      if (other.versions[object] > 0) {
        wrote(object, other.versions[object], other.values[object]);
      }
    }
  }

  /** Returns the number of writes with an impossible version. */
  long impossibleVersions() {
    return impossibleVersions;
  }

  long version(int object) {
    return versions[object];
  }

  long value(int object) {
    return values[object];
  }
}
