package dev.yardmaster.engine.service.commit;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.engine.redo.RedoLog;
import dev.yardmaster.engine.redo.RedoRecord;
import dev.yardmaster.engine.service.keys.TouchedKeys;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Assigns versions to commits from one counter for the whole service, and appends the commits to
 * the log if the service has a log. Any worker may call the methods.
 *
 * <p>A worker draws a version after the validation of its run and before the writes become visible.
 * Take two transactions A and B. If B reads, replaces or deletes a value that A has written, B gets
 * the higher version. If B begins after A was acknowledged, B also gets the higher version. One
 * case can differ from the serial order: if B changes a value that A has read, and A neither reads
 * nor replaces a write of B, then A may get the higher version although A precedes B. This can
 * happen only if A's read is validated instead of locked: under an optimistic protocol, if A's
 * logic only reads, and for ranges and missing keys.
 */
public final class CommitSequencer {

  private final RedoLog log;

  @Shared(
      writers = "workers in their commits, without a log",
      readers = "the same threads; the thread of the checkpoints",
      access = "atomic")
  private final AtomicLong lastVersion = new AtomicLong();

  /**
   * Creates a sequencer. Without a log, versions start at 1; with a log, versions continue after
   * the log's last version.
   */
  public CommitSequencer(RedoLog log) {
    this.log = log;
  }

  /** Draws the version of a transaction whose writes are about to be installed. */
  public long next(long transactionId, TouchedKeys keys) {
    return log == null ? lastVersion.incrementAndGet() : log.append(record(transactionId, keys));
  }

  /** Returns the highest version drawn so far. */
  public long last() {
    return log == null ? lastVersion.get() : log.lastVersion();
  }

  /**
   * Builds the log record of a transaction. The record omits the deletion of expired outcomes: a
   * restart may restore such outcomes, and they expire again.
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
