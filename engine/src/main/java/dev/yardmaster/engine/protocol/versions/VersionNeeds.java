package dev.yardmaster.engine.protocol.versions;

/**
 * Which old versions the running transactions of a protocol need. A version is needed by the
 * transactions that read as of a stamp at or above the version's own and below that of the version
 * that replaced it, and by those that will look for the version that replaced it. A transaction
 * that begins later needs no version that was replaced before.
 */
public interface VersionNeeds {

  /**
   * Returns whether a worker should remove versions from the middle of chains, because the oldest
   * running transaction keeps many from being retired.
   *
   * @param waiting the number of versions that wait to be retired
   */
  boolean prunes(int waiting);

  /**
   * Returns whether a running transaction reads as of a stamp below {@code replaced}, so that a
   * version that was replaced then has not been retired yet.
   */
  boolean isKept(long replaced);

  /**
   * Returns whether a running transaction, other than the one that asks, may need a version.
   *
   * @param stamp the stamp of the version
   * @param replaced the stamp of the version that replaced it, or replaces it now
   */
  boolean isNeeded(long stamp, long replaced);
}
