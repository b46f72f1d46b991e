package dev.yardmaster.engine.redo;

/** What waits until all that was committed before it is on the disk. */
public non-sealed interface Acknowledgement extends RedoLog.Entry {

  /** It is. Called by the log's thread, which must not be held up. */
  void onDisk();

  /**
   * Nobody knows, and nobody will before a restart. Called by the log's thread or the
   * acknowledger's.
   */
  void lost(Throwable why);
}
