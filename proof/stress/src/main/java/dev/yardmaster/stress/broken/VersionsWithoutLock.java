package dev.yardmaster.stress.broken;

/** The core of {@code CommittedVersions} without its sequence lock: one entry of a bucket. */
final class VersionsWithoutLock {

  private volatile long fingerprint;
  private volatile long version;

  long newestConcurrently(long sought) {
    return fingerprint == sought ? version : 0;
  }

  void committed(long written, long newVersion) {
    fingerprint = written;
    version = newVersion;
  }
}
