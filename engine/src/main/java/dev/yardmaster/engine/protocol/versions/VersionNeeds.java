package dev.yardmaster.engine.protocol.versions;

/**
 * Tells which old versions the running transactions of a protocol need. A version is needed by a
 * transaction that reads as of a stamp from the version's own stamp on and below the stamp of the
 * version that replaced it. A version is also needed by a transaction that will look for the
 * version that replaced it. A transaction that begins later needs no version that has already been
 * replaced.
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
   * version that was replaced at that stamp has not been retired yet.
   */
  boolean isKept(long replaced);

  /**
   * Returns whether a running transaction, other than that of the calling worker, may need a
   * version.
   *
   * @param stamp the stamp of the version
   * @param replaced the stamp of the version that has replaced it or is replacing it
   */
  boolean isNeeded(long stamp, long replaced);
}
