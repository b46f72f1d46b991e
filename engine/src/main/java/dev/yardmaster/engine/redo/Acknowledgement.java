package dev.yardmaster.engine.redo;

/** A callback that waits until every earlier commit in the queue is on disk. */
public non-sealed interface Acknowledgement extends RedoLog.Entry {

  /** Called by the log's thread when the commits are on disk; must not block. */
  void onDisk();

  /**
   * Called when the disk has failed, so that the outcome is unknown until a restart. The log's
   * thread or a thread that appends to the log makes the call.
   */
  void lost(Throwable why);
}
