package dev.yardmaster.engine;

import dev.yardmaster.history.HistoryRecorder;
import dev.yardmaster.storage.log.Disk;
import dev.yardmaster.storage.log.FileDisk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.LongSupplier;

/**
 * What an engine is built from besides its settings. These are the parts of production; a test
 * hands in its own. Asked while an engine is opened, by one thread.
 */
public class EngineParts {

  /** The parts of production. */
  public EngineParts() {}

  /** What deadlines go by, in ns with any origin. Any thread. */
  public LongSupplier clockNs() {
    return System::nanoTime;
  }

  /** What the age of transactions' ids goes by, in ms since the epoch. Any thread. */
  public LongSupplier epochMs() {
    return System::currentTimeMillis;
  }

  /** The files of the data directory; the engine closes them. */
  public Disk disk(Path directory) throws IOException {
    return FileDisk.open(directory);
  }

  /** Where one worker records what commits; null to record nothing. */
  public HistoryRecorder recorder() {
    return null;
  }
}
