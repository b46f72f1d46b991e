package dev.yardmaster.engine.service.commit;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.engine.protocol.SharedWords;
import dev.yardmaster.engine.redo.LogWriter;
import dev.yardmaster.engine.redo.RedoLog;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Assigns versions to commits. The whole service has one counter of versions; if it has a log, the
 * log has the counter. The thread of any worker may call the methods.
 *
 * <p>A worker draws a version when its run has locked the keys that it writes, and before the
 * writes become visible. Let A and B be two transactions. If B reads, replaces or deletes a value
 * that A has written, B gets the higher version. If B begins after the outcome of A was returned, B
 * also gets the higher version. In one case, the versions can differ from the serial order: if B
 * changes a value that A has read, and A neither reads nor replaces a write of B, A may get the
 * higher version although A precedes B. This can happen only if A's read is validated and not
 * locked. Reads are validated under an optimistic protocol, if A's logic only reads, and for ranges
 * and missing keys.
 */
public final class CommitSequencer {

  private final RedoLog log;

  @Shared(
      writers = "workers in their commits, without a log",
      readers = "the same threads; the thread of the checkpoints",
      access = "atomic")
  private final AtomicLong lastVersion = new AtomicLong();

  /**
   * Creates a sequencer. Without a log, the first version is 1; with a log, the first version is
   * above the last version in the log.
   */
  public CommitSequencer(RedoLog log) {
    this.log = log;
  }

  /** Returns a new log writer for a worker; null without a log. */
  LogWriter writer(SharedWords words) {
    return log == null ? null : log.writer(words);
  }

  /** Draws a version. Used only if the service has no log. */
  long next() {
    return lastVersion.incrementAndGet();
  }

  /** Returns the highest version drawn so far. */
  public long last() {
    return log == null ? lastVersion.get() : log.lastVersion();
  }
}
