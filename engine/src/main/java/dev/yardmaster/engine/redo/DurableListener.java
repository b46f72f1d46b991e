package dev.yardmaster.engine.redo;

/**
 * A callback that the log calls when all commits up to a version are on disk. With {@link
 * Forcing#later}, the log calls it when the log has passed the records of these commits to the
 * operating system. After the call, the object may be registered again.
 */
public abstract class DurableListener {

  /**
   * The version up to which the commits must be on disk. The version is set before the
   * acknowledgement is added to the log's queue.
   */
  long through;

  /** Creates an acknowledgement that is not registered with a log. */
  protected DurableListener() {}

  /**
   * The log's thread calls this method when all commits up to the version may be acknowledged. An
   * implementation must not block.
   */
  public abstract void onDisk();

  /**
   * The log's thread, or a thread that waits for the log, calls this method if the disk has failed.
   * Until a restart, it is unknown whether the commits have survived.
   */
  public abstract void lost(Throwable why);
}
