package dev.yardmaster.engine.protocol.multiversion;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.engine.protocol.Protocol;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * For each worker, the read timestamp of its running transaction or, between transactions, the
 * write timestamp of its last commit. Each worker has its own cache line. From these timestamps,
 * the engine computes the horizon, below which versions are garbage, without reading a clock
 * (SIGMOD 2017, section 3: rapid garbage collection).
 */
final class RunningTransactions {

  /** The value for a worker whose transaction is beginning and has no timestamp yet. */
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

  /** Records that a worker's transaction is about to take its timestamp from the clock. */
  void beginning(int worker) {
    words.setOpaque(at(worker), BEGINNING);
    // A thread that computes the horizon and does not see this write must have read the word before
    // this worker reads the clock. A volatile write does not ensure this order, because reading the
    // clock is not a volatile read. An ARM CPU may read the clock first.
    VarHandle.fullFence();
  }

  /** Publishes the timestamp that a worker's transaction has taken. */
  void running(int worker, long readTimestamp) {
    words.setRelease(at(worker), readTimestamp);
  }

  /**
   * Records that a worker's transaction has ended.
   *
   * @param lastCommitted the write timestamp of the worker's last commit; the clock must already be
   *     past this timestamp
   */
  void ended(int worker, long lastCommitted) {
    words.setRelease(at(worker), lastCommitted);
  }

  /**
   * Returns a timestamp that is lower than the read timestamps of all running and future
   * transactions. Any thread may call this method.
   */
  long horizon() {
    // The first pass evaluates the words of idle workers, and the second pass the words of running
    // workers. If a transaction begins between the two passes, its timestamp is later than the last
    // commits of the idle workers.
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
