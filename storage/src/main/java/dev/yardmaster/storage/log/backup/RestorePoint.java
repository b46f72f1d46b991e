package dev.yardmaster.storage.log.backup;

/**
 * The restore point: the position in the commit order at which a restore ends.
 *
 * @param version the highest version to restore; the log in the input must reach this version
 * @param timeMs a time in ms since 1970; the restore ends before the first group that was written
 *     after this time
 */
public record RestorePoint(long version, long timeMs) {

  /** The restore point after all commits of the input. */
  public static final RestorePoint NEWEST = new RestorePoint(Long.MAX_VALUE, Long.MAX_VALUE);

  /** Returns the restore point directly after the commit with the given version. */
  public static RestorePoint version(long version) {
    return new RestorePoint(version, Long.MAX_VALUE);
  }

  /**
   * Returns the restore point after all commits that were written up to a time in ms since 1970,
   * inclusive.
   */
  public static RestorePoint time(long timeMs) {
    return new RestorePoint(Long.MAX_VALUE, timeMs);
  }
}
