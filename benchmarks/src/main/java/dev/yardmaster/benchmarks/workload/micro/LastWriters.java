package dev.yardmaster.benchmarks.workload.micro;

/**
 * For every object, the highest commit version that wrote it, and the value of that write. Version
 * 0 denotes the initial load. The class also counts writes whose version no transaction can have
 * received. An instance is for use by one thread.
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

  /** Returns the number of writes that have no version, or the version of another transaction. */
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
