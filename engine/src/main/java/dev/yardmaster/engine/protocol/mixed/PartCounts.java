package dev.yardmaster.engine.protocol.mixed;

import dev.yardmaster.annotations.Shared;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Counts the attempts of transactions under each part of a mix, separately for commits and aborts.
 * An attempt counts for each part under which it has accessed a record, so an attempt can count for
 * several parts.
 */
final class PartCounts {

  /**
   * The counters of each worker are padded to a multiple of this number of longs. 16 longs are two
   * cache lines.
   */
  private static final int STRIDE = 16;

  private static final int COMMITTED = 0;
  private static final int ABORTED = 1;
  private static final int ENDS = 2;

  @Shared(
      writers =
          "each worker its own entries; for a suspended attempt, the thread that has taken it over",
      readers = "any thread, for metrics",
      access = "opaque, one writer of an entry at a time")
  private final AtomicLongArray counts;

  private final int parts;
  private final int ofWorker;

  /**
   * Creates counts of 0.
   *
   * @param workers the maximum number of workers of the engine
   */
  PartCounts(int parts, int workers) {
    this.parts = parts;
    ofWorker = STRIDE * (1 + ENDS * parts / STRIDE);
    counts = new AtomicLongArray(ofWorker * (workers + 1));
  }

  /** Counts an attempt of a worker that has committed. */
  void committed(int worker, MixedAccessSet accesses) {
    add(worker, accesses, COMMITTED);
  }

  /** Counts an attempt of a worker that was aborted. */
  void aborted(int worker, MixedAccessSet accesses) {
    add(worker, accesses, ABORTED);
  }

  private void add(int worker, MixedAccessSet accesses, int end) {
    int first = (worker + 1) * ofWorker + end;
    for (int part = 0; part < parts; part++) {
      if (accesses.list(part).size() > 0) {
        int at = first + ENDS * part;
        counts.setOpaque(at, counts.getPlain(at) + 1);
      }
    }
  }

  /** Returns the number of committed attempts of all workers under a part. */
  long committed(int part) {
    return sum(ENDS * part + COMMITTED);
  }

  /** Returns the number of aborted attempts of all workers under a part. */
  long aborted(int part) {
    return sum(ENDS * part + ABORTED);
  }

  private long sum(int entry) {
    long sum = 0;
    for (int at = ofWorker + entry; at < counts.length(); at += ofWorker) {
      sum += counts.getOpaque(at);
    }
    return sum;
  }
}
