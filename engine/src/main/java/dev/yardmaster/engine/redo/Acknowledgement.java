package dev.yardmaster.engine.redo;

/**
 * A callback that waits until every commit up to a version is on disk, or with {@link
 * Forcing#later} until the operating system has the record of every such commit. It may be used
 * again when it was called back.
 */
public abstract class Acknowledgement {

  /** The version, written before the acknowledgement enters the log's queue. */
  long through;

  /** Creates an acknowledgement that waits for nothing yet. */
  protected Acknowledgement() {}

  /**
   * The log's thread calls this method when all commits up to the version may be acknowledged. An
   * implementation must not block.
   */
  public abstract void onDisk();

  /**
   * The log's thread, or a thread that waits for the log, calls this method when the disk has
   * failed. The outcome is then unknown until a restart.
   */
  public abstract void lost(Throwable why);
}
