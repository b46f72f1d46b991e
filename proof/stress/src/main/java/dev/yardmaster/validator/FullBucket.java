package dev.yardmaster.validator;

/** Makes a committed-version table of one bucket; all four entries of the bucket are occupied. */
final class FullBucket {

  static final long SECOND = 102;
  static final long THIRD = 103;
  static final long FOURTH = 104;

  private FullBucket() {}

  /**
   * Returns a table whose first entry has the given key at version 1; the table evicts this entry
   * next. The other entries have other keys at versions 2, 3 and 4.
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
