package dev.yardmaster.engine.protocol.multiversion;

import dev.yardmaster.engine.protocol.Protocol;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * How far each worker is: a cache line each, with what its running transaction reads as of, or with
 * what the last one wrote at that committed. So nobody needs a clock to tell which versions all
 * have left behind (SIGMOD 2017, section 3: rapid garbage collection).
 */
final class RunningTransactions {

  /** A transaction begins, and nobody knows its timestamp yet. */
  private static final long BEGINNING = 0;

  private static final int STRIDE = 16;

  private final int workers;
  private final AtomicLongArray words;

  RunningTransactions(int workers) {
    this.workers = workers;
    words = new AtomicLongArray((workers + 1) * STRIDE);
    for (int worker = 0; worker < workers; worker++) {
      words.set(at(worker), Protocol.LOADED_VERSION);
    }
  }

  private static int at(int worker) {
    return (worker + 1) * STRIDE;
  }

  /** To be called before a transaction draws its timestamp. */
  void beginning(int worker) {
    // Volatile: who has not seen it scanned before the clock was read.
    words.set(at(worker), BEGINNING);
  }

  /** A transaction runs. */
  void running(int worker, long readTimestamp) {
    words.setRelease(at(worker), readTimestamp);
  }

  /**
   * A transaction has ended.
   *
   * @param lastCommitted what the worker's last one wrote at that has committed, and that the clock
   *     has passed
   */
  void ended(int worker, long lastCommitted) {
    words.setRelease(at(worker), lastCommitted);
  }

  /** All transactions that run, or will, read as of later than this. Any thread. */
  long horizon() {
    // First who has ended, then who runs: who begins in between comes after those that had ended.
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
