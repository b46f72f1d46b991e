package dev.yardmaster.stress.broken;

/**
 * One entry of a bucket, with the code of {@code CommittedVersions} but without its sequence lock.
 */
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
