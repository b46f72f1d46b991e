package dev.yardmaster.engine;

import dev.yardmaster.history.HistoryRecorder;
import dev.yardmaster.storage.log.disk.Disk;
import dev.yardmaster.storage.log.disk.FileDisk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The parts of an engine that are not settings: clocks, disk and recorders. The methods of this
 * class return the parts that production uses; a test overrides the methods. One thread calls the
 * methods while the engine opens.
 */
public class EngineParts {

  /** Creates the parts that production uses. */
  public EngineParts() {}

  /** Returns the clock for deadlines, in ns with any origin. Any thread may read the clock. */
  public LongSupplier clockNs() {
    return System::nanoTime;
  }

  /**
   * Returns the clock for the age of transaction ids and for the times in the log, in ms since
   * 1970. Any thread may read the clock.
   */
  public LongSupplier epochMs() {
    return System::currentTimeMillis;
  }

  /**
   * Returns the function with which the thread of an idle worker sleeps. The thread sleeps for at
   * most the given time, in ns. If another thread unparks the worker's thread, the worker's thread
   * does not fall asleep, or wakes up.
   */
  public LongConsumer idle() {
    return LockSupport::parkNanos;
  }

  /** Opens the files of the data directory; the engine closes them. */
  public Disk disk(Path directory) throws IOException {
    return FileDisk.open(directory);
  }

  /** Returns a recorder for the commits of one worker, or null to record nothing. */
  public @Nullable HistoryRecorder recorder() {
    return null;
  }
}
