package dev.yardmaster.validator;

/** Makes a table of one bucket, whose four entries are taken. */
final class FullBucket {

  static final long SECOND = 102;
  static final long THIRD = 103;
  static final long FOURTH = 104;

  private FullBucket() {}

  /**
   * Returns a table with the key at version 1 in the first entry, which is evicted next, and other
   * keys at 2, 3 and 4.
   */
  static CommittedVersions startingWith(long first) {
    CommittedVersions versions = new CommittedVersions(4);
    versions.committed(first, 1);
    versions.committed(SECOND, 2);
    versions.committed(THIRD, 3);
    versions.committed(FOURTH, 4);
    return versions;
  }
}
