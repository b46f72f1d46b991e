package dev.yardmaster.benchmarks.workload.micro;

/**
 * Of every object, the highest commit version that wrote it and the value written then. Version 0
 * stands for the load. Counts versions that no writer can have been given. One thread's.
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

  /** Writes that came without a version, or with the version of another transaction. */
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
