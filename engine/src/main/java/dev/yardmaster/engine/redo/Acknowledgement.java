package dev.yardmaster.engine.redo;

/**
 * A callback that the log calls when every commit up to a version is on disk; with {@link
 * Forcing#later}, when the operating system has the record of every such commit. The object may be
 * used again after it was called back.
 */
public abstract class Acknowledgement {

  /**
   * The version up to which the commits must be on disk; written before the acknowledgement enters
   * the log's queue.
   */
  long through;

  /** Creates an acknowledgement that is not registered with a log. */
  protected Acknowledgement() {}

  /**
   * The log's thread calls this method when all commits up to the version may be acknowledged. An
   * implementation must not block.
   */
  public abstract void onDisk();

  /**
   * The log's thread, or a thread that waits for the log, calls this method if the disk has failed.
   * It is then unknown until a restart whether the commits have survived.
   */
  public abstract void lost(Throwable why);
}
