package dev.yardmaster.processor;

import dev.yardmaster.logging.Loggers;
import dev.yardmaster.storage.log.Recovered;
import dev.yardmaster.storage.log.Recovery;
import java.nio.file.Path;
import org.agrona.concurrent.NanoClock;
import org.slf4j.Logger;

/** Logs the progress and the result of reading a data directory. */
final class RecoveryProgress implements Recovery.Progress {

  private static final Logger LOG = Loggers.of(RecoveryProgress.class);
  private static final long SAID_EVERY_NS = 2_000_000_000L;

  private final Path directory;
  private final NanoClock clock;
  private final long beganNs;
  private long saidNs;

  RecoveryProgress(Path directory, NanoClock clock) {
    this.directory = directory;
    this.clock = clock;
    beganNs = clock.nanoTime();
    saidNs = beganNs;
  }

  @Override
  public void read(long bytes, long ofBytes) {
    long nowNs = clock.nanoTime();
    if (nowNs - saidNs >= SAID_EVERY_NS) {
      saidNs = nowNs;
      LOG.info("{}: read {} of {} MB", directory, bytes >> 20, ofBytes >> 20);
    }
  }

  void found(Recovered recovered) {
    LOG.info(
        "{}: {} entries and {} transactions read in {} ms, torn end of {} bytes cut off",
        directory,
        recovered.checkpointEntries(),
        recovered.replayed(),
        (clock.nanoTime() - beganNs) / 1_000_000,
        recovered.tornBytes());
  }
}
