package dev.yardmaster.engine.durable;

import dev.yardmaster.engine.redo.Forcing;
import dev.yardmaster.engine.redo.RedoLog;
import dev.yardmaster.storage.log.CommitLog;
import dev.yardmaster.storage.log.Recovery;
import dev.yardmaster.storage.log.disk.Disk;
import dev.yardmaster.storage.log.disk.FileDisk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * The parts of a database's log that are not settings: clocks, disk and threads. The methods of
 * this class return the parts that production uses; a test overrides the methods. One thread calls
 * the methods while the database opens.
 */
public class LogParts {

  /**
   * The maximum number of loading threads. The single thread that reads the directory cannot keep
   * more loading threads busy.
   */
  private static final int MAX_LOADING_THREADS = 8;

  /** Creates the parts that production uses. */
  public LogParts() {}

  /**
   * Returns the clock for pauses and for the age of unforced commits, in ns with any origin. Any
   * thread may read the clock.
   */
  public LongSupplier clockNs() {
    return System::nanoTime;
  }

  /**
   * Returns the clock for the times in the log, in ms since 1970. Any thread may read the clock.
   */
  public LongSupplier epochMs() {
    return System::currentTimeMillis;
  }

  /** Opens the files of the data directory; the database closes them. */
  public Disk disk(Path directory) throws IOException {
    return FileDisk.open(directory);
  }

  /**
   * Returns the receiver of the entries that are read from the directory. The given receiver fills
   * the tables; a test may wrap it.
   */
  public Recovery.Sink recovering(Recovery.Sink tables) {
    return tables;
  }

  /**
   * Creates the log. The parameters are the same as those of the constructor of {@link RedoLog}.
   */
  public RedoLog redoLog(
      CommitLog log,
      long startVersion,
      int maxWriters,
      Forcing forcing,
      Consumer<Throwable> failed) {
    return new RedoLog(log, startVersion, maxWriters, forcing, failed);
  }

  /**
   * Returns whether the log, the checkpoints and the loading of rows at start have their own
   * threads. If not, a thread that waits for the log does this work itself. In this case, only one
   * thread may use the database. So a test can repeat a run operation by operation.
   */
  public boolean startsThreads() {
    return true;
  }

  /**
   * Returns the number of threads that load rows when the database is opened, in addition to the
   * thread that reads the directory; 1 or more. The database uses at most one loading thread more
   * than its maximum number of workers.
   */
  public int loadingThreads() {
    return Math.min(MAX_LOADING_THREADS, Runtime.getRuntime().availableProcessors());
  }
}
