package dev.yardmaster.engine.protocol.multiversion;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.engine.protocol.Protocol;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The progress of each worker: the read timestamp of the worker's running transaction or, between
 * transactions, the write timestamp of the worker's last commit. Each worker has a cache line of
 * its own. From these timestamps the horizon below which versions are garbage is computed without a
 * clock (SIGMOD 2017, section 3: rapid garbage collection).
 */
final class RunningTransactions {

  /** Marks a worker whose transaction is beginning and has no known timestamp yet. */
  private static final long BEGINNING = 0;

  private static final int STRIDE = 16;

  private final int workers;

  @Shared(
      writers = "the worker to which the entry belongs",
      readers = "workers that collect garbage",
      access =
          "opaque and a full fence when a transaction begins, since the write must be seen before "
              + "the worker "
              + "reads the clock; release otherwise; a cache line for each worker")
  private final AtomicLongArray words;

  RunningTransactions(int workers) {
    if (workers > Timestamps.MAX_WORKERS) {
      throw new IllegalArgumentException(
          "a multi-version engine has at most "
              + Timestamps.MAX_WORKERS
              + " workers: workers="
              + workers);
    }
    this.workers = workers;
    words = new AtomicLongArray((workers + 1) * STRIDE);
    for (int worker = 0; worker < workers; worker++) {
      words.set(at(worker), Protocol.LOADED_VERSION);
    }
  }

  private static int at(int worker) {
    return (worker + 1) * STRIDE;
  }

  /** Announces that a worker's transaction is about to draw its timestamp. */
  void beginning(int worker) {
    words.setOpaque(at(worker), BEGINNING);
    // A computation of the horizon that misses this write must have read the word before this
    // worker reads the clock. A volatile write does not ensure this order on every processor,
    // because reading the clock is not a volatile read: an ARM processor may read the clock first.
    VarHandle.fullFence();
  }

  /** Stores the timestamp that a worker's transaction has drawn. */
  void running(int worker, long readTimestamp) {
    words.setRelease(at(worker), readTimestamp);
  }

  /**
   * Stores that a worker's transaction has ended.
   *
   * @param lastCommitted the write timestamp of the worker's last commit, which the clock has
   *     passed
   */
  void ended(int worker, long lastCommitted) {
    words.setRelease(at(worker), lastCommitted);
  }

  /**
   * Returns a timestamp that is lower than the read timestamps of all running and future
   * transactions. Any thread may call this method.
   */
  long horizon() {
    // Idle workers are read before running workers. A transaction that begins between the two reads
    // has a later timestamp than the last commits of the idle workers.
    long lastCommitted = 0;
    for (int worker = 0; worker < workers; worker++) {
      long word = words.get(at(worker));
      if (Timestamps.isWrite(word)) {
        lastCommitted = Math.max(lastCommitted, word);
      }
    }
    long horizon = lastCommitted;
    for (int worker = 0; worker < workers; worker++) {
      long word = words.get(at(worker));
      if (!Timestamps.isWrite(word)) {
        horizon = Math.min(horizon, word - 1);
      }
    }
    return horizon;
  }
}
