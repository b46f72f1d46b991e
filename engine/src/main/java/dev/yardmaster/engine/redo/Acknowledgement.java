package dev.yardmaster.engine.redo;

/**
 * A callback that waits until every earlier commit in the queue is on disk, or with {@link
 * Forcing#later} until the operating system has the record of every such commit.
 */
public non-sealed interface Acknowledgement extends RedoLog.Entry {

  /**
   * The log's thread calls this method when all earlier commits in the queue may be acknowledged.
   * An implementation must not block.
   */
  void onDisk();

  /**
   * The log's thread, or a thread that appends to the log, calls this method when the disk has
   * failed. The outcome is then unknown until a restart.
   */
  void lost(Throwable why);
}
