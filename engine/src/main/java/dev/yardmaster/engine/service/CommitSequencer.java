package dev.yardmaster.engine.service;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.engine.redo.RedoLog;
import dev.yardmaster.engine.redo.RedoRecord;
import dev.yardmaster.engine.service.keys.TouchedKeys;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Gives commits their versions from one counter for the whole service, and appends them to the log
 * if there is one. Any worker.
 *
 * <p>A worker draws a version after the validation of its run and before the writes become visible.
 * So a transaction that reads, replaces or deletes what another one has written gets the higher
 * version, and so does a transaction that began after the other one was acknowledged. Under an
 * optimistic protocol there is one exception: a transaction that read a value which another one
 * then replaced, and that neither read nor replaced a write of the other one, may get the higher
 * version of the two.
 */
final class CommitSequencer {

  private final RedoLog log;

  @Shared(
      writers = "workers in their commits, without a log",
      readers = "the same; the checkpoints",
      access = "atomic")
  private final AtomicLong lastVersion = new AtomicLong();

  /** Versions start at 1 without a log, and continue after the log's last one otherwise. */
  CommitSequencer(RedoLog log) {
    this.log = log;
  }

  /** Draws the version of a transaction whose writes are about to be installed. */
  long next(long transactionId, TouchedKeys keys) {
    return log == null ? lastVersion.incrementAndGet() : log.append(record(transactionId, keys));
  }

  /** Returns the highest version drawn so far. */
  long last() {
    return log == null ? lastVersion.get() : log.lastVersion();
  }

  /**
   * Builds the log record. The log omits the deletion of expired outcomes: a restart may restore
   * them, and they expire again.
   */
  private static RedoRecord record(long transactionId, TouchedKeys keys) {
    RedoRecord record = new RedoRecord(transactionId, keys.changes());
    for (int i = 0; i < keys.size(); i++) {
      if (keys.takesPlace(i) && !(keys.written(i) == null && keys.key(i).isReserved())) {
        record.add(keys.key(i), keys.written(i));
      }
    }
    return record;
  }
}
