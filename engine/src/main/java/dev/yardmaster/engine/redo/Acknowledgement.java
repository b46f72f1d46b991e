package dev.yardmaster.engine.redo;

/** A callback that waits until every earlier commit in the queue is on disk. */
public non-sealed interface Acknowledgement extends RedoLog.Entry {

  /**
   * Is called by the log's thread when all earlier commits in the queue are on disk. An
   * implementation must not block.
   */
  void onDisk();

  /**
   * Is called when the disk has failed: the outcome is unknown until a restart. The caller is the
   * log's thread or a thread that appends to the log.
   */
  void lost(Throwable why);
}
