package dev.yardmaster.engine.protocol.tebaldi;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.engine.protocol.Protocol;
import dev.yardmaster.engine.protocol.SharedWords;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The timestamps of the root layer: the timestamp of the last commit, and the snapshot of each
 * worker's read-only transaction. Each word has its own cache line. Any worker may call the
 * methods.
 */
final class RootTimestamps {

  private static final int STRIDE = 16;
  private static final int CLOCK = 0;

  /** The value for a worker without a snapshot. Such a worker needs no old versions. */
  private static final long NO_SNAPSHOT = Long.MAX_VALUE;

  /** The value for a worker that is about to take a snapshot. */
  private static final long TAKING = 0;

  private final int workers;

  @Shared(
      writers =
          "the clock: workers that commit writes; a snapshot: the worker to which the entry"
              + " belongs",
      readers = "all workers",
      access =
          "volatile; the clock by an atomic addition. A worker announces its snapshot before it"
              + " reads the clock, so that a worker that misses the announcement has read an"
              + " earlier clock")
  private final AtomicLongArray words;

  RootTimestamps(int workers) {
    this.workers = workers;
    words = new AtomicLongArray((workers + 2) * STRIDE);
    words.set(CLOCK, Protocol.LOADED_VERSION);
    for (int worker = 0; worker < workers; worker++) {
      words.set(at(worker), NO_SNAPSHOT);
    }
  }

  private static int at(int worker) {
    return (worker + 1) * STRIDE;
  }

  /** Takes a snapshot for a worker, and returns it: the timestamp of the last commit. */
  long take(SharedWords shared, int worker) {
    shared.changing(words, at(worker));
    words.set(at(worker), TAKING);
    long snapshot = now(shared);
    words.set(at(worker), snapshot);
    return snapshot;
  }

  /** Ends a worker's snapshot. */
  void end(SharedWords shared, int worker) {
    shared.changing(words, at(worker));
    words.set(at(worker), NO_SNAPSHOT);
  }

  /** Returns the timestamp of the last commit. */
  long now(SharedWords shared) {
    shared.reading(words, CLOCK);
    return words.get(CLOCK);
  }

  /** Draws the timestamp of a commit. */
  long next(SharedWords shared) {
    shared.changing(words, CLOCK);
    return words.incrementAndGet(CLOCK);
  }

  /**
   * Returns a timestamp that is not above any running or future snapshot. A version is garbage if
   * the version that has replaced it has this timestamp or a lower timestamp.
   */
  long horizon() {
    long horizon = words.get(CLOCK);
    for (int worker = 0; worker < workers; worker++) {
      horizon = Math.min(horizon, words.get(at(worker)));
    }
    return horizon;
  }
}
