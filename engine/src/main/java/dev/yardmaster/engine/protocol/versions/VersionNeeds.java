package dev.yardmaster.engine.protocol.versions;

/**
 * Determines which old versions the running transactions of a protocol need. A transaction needs
 * the version that it reads: the stamp as of which it reads is at or above the stamp of this
 * version, and below the stamp of the version that has replaced it. A transaction that will be
 * certified also needs the versions that have replaced the versions that it has read. A transaction
 * that begins later needs no version that was already replaced.
 */
public interface VersionNeeds {

  /**
   * Returns whether a worker should remove versions from the middle of chains, because the oldest
   * running transaction prevents many versions from being retired.
   *
   * @param waiting the number of versions that wait to be retired
   */
  boolean prunes(int waiting);

  /**
   * Returns whether a running transaction reads as of a stamp below {@code replaced}. If so, a
   * version that was replaced at the stamp {@code replaced} is not retired yet.
   */
  boolean isKept(long replaced);

  /**
   * Returns whether a running transaction of another worker may need a version.
   *
   * @param stamp the stamp of the version
   * @param replaced the stamp of the version that has replaced it or is replacing it
   */
  boolean isNeeded(long stamp, long replaced);
}
