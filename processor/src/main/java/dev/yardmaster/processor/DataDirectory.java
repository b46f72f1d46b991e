package dev.yardmaster.processor;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.storage.log.CommitLog;
import dev.yardmaster.storage.log.Disk;
import dev.yardmaster.storage.log.Recovered;
import dev.yardmaster.storage.log.Recovery;
import java.io.Closeable;
import java.io.IOException;
import org.agrona.concurrent.NanoClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An open data directory: what was found there, and the log that goes on from it. */
final class DataDirectory implements Closeable {

  private static final Logger LOG = LoggerFactory.getLogger(DataDirectory.class);
  private static final long SAID_EVERY_NS = 2_000_000_000L;

  private final Disk disk;
  private final Recovered recovered;
  private final CommitLog log;

  private DataDirectory(Disk disk, Recovered recovered, CommitLog log) {
    this.disk = disk;
    this.recovered = recovered;
    this.log = log;
  }

  /**
   * Opens a directory and reads all that is there. Takes as long as the log is long.
   *
   * @param sink receives what was committed
   * @throws YardmasterException {@link ErrorCode#DIRECTORY_IN_USE}, {@link ErrorCode#DAMAGED} or
   *     {@link ErrorCode#IO_FAILED}
   */
  static DataDirectory open(
      PipelineParts parts, Durability durability, Recovery.Sink sink, NanoClock clock) {
    Disk disk = null;
    try {
      disk = parts.disk(durability.directory());
      Recovered recovered = recover(disk, sink, clock);
      CommitLog log = CommitLog.begin(disk, durability.segmentBytes(), recovered);
      DataDirectory opened = new DataDirectory(disk, recovered, log);
      disk = null;
      return opened;
    } catch (IOException e) {
      throw failed("cannot be opened", durability, e);
    } finally {
      closeAfterFailure(disk);
    }
  }

  private static Recovered recover(Disk disk, Recovery.Sink sink, NanoClock clock)
      throws IOException {
    long beganNs = clock.nanoTime();
    long[] saidNs = {beganNs};
    Recovered recovered =
        Recovery.run(
            disk,
            sink,
            (bytes, of) -> {
              long nowNs = clock.nanoTime();
              if (nowNs - saidNs[0] >= SAID_EVERY_NS) {
                saidNs[0] = nowNs;
                LOG.info("{}: read {} of {} MB", disk.name(), bytes >> 20, of >> 20);
              }
            });
    LOG.info(
        "{}: {} entries and {} transactions read in {} ms, {} bytes of a torn end cut off",
        disk.name(),
        recovered.checkpointEntries(),
        recovered.replayed(),
        (clock.nanoTime() - beganNs) / 1_000_000,
        recovered.tornBytes());
    return recovered;
  }

  private static YardmasterException failed(
      String what, Durability durability, IOException problem) {
    return new YardmasterException(
        ErrorCode.IO_FAILED,
        "the data directory " + what,
        problem,
        "directory",
        durability.directory(),
        "problem",
        problem);
  }

  private static void closeAfterFailure(Disk disk) {
    if (disk != null) {
      try {
        disk.close();
      } catch (IOException e) {
        LOG.warn("the data directory {} cannot be closed", disk.name(), e);
      }
    }
  }

  Disk disk() {
    return disk;
  }

  Recovered recovered() {
    return recovered;
  }

  CommitLog log() {
    return log;
  }

  /** Closes the log, and lets others have the directory. No agent runs any more. */
  @Override
  public void close() {
    // An interrupt of who closes would close the file before it is forced.
    boolean interrupted = Thread.interrupted();
    try {
      log.close();
    } catch (IOException e) {
      LOG.error("the log of {} cannot be closed", disk.name(), e);
    } finally {
      closeAfterFailure(disk);
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
