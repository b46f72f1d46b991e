package dev.yardmaster.engine.protocol.ranges;

import java.util.Arrays;

/**
 * One worker's writers. They are reused, first in, first out, when no validation can ask for them
 * any more. Owned by the worker's thread.
 */
final class WriterPool {

  /** Number of ended writers that may wait before the horizon is computed. */
  private static final int FEW = 16;

  /**
   * Number of writers taken before the horizon is computed again, if it has not advanced far
   * enough.
   */
  private static final int PAUSE = 16;

  private final int worker;
  private final Writers writers;
  private final RunningScans scans;
  private Writer[] all = new Writer[FEW];
  private int made;

  /** The ended writers, in a ring. */
  private Writer[] ended = new Writer[FEW];

  private int first;
  private int waiting;
  private long horizon;

  /** The horizon of all scans except this worker's own. */
  private long othersHorizon;

  private int pause;

  WriterPool(int worker, Writers writers, RunningScans scans) {
    this.worker = worker;
    this.writers = writers;
    this.scans = scans;
    writers.publish(worker, all);
  }

  /** Returns a writer for a transaction, or null if {@link WriterWord#MAX_WRITERS} are in use. */
  Writer take() {
    if (waiting > 0 && isFree(ended[first])) {
      Writer writer = ended[first];
      first = (first + 1) & (ended.length - 1);
      waiting--;
      writer.reuse();
      return writer;
    }
    return made == WriterWord.MAX_WRITERS ? null : make();
  }

  private boolean isFree(Writer oldest) {
    long timestamp = oldest.timestamp();
    if (timestamp > horizon && waiting >= FEW && (--pause <= 0 || made == WriterWord.MAX_WRITERS)) {
      horizon = scans.horizon();
      pause = timestamp > horizon ? PAUSE : 0;
    }
    return timestamp <= horizon;
  }

  private Writer make() {
    if (made == all.length) {
      all = Arrays.copyOf(all, 2 * made);
    }
    Writer writer = new Writer(made);
    all[made++] = writer;
    // Published even if the array is the same: the volatile write makes its new element visible.
    writers.publish(worker, all);
    return writer;
  }

  /** Returns a writer that has drawn its timestamp. */
  void giveBack(Writer writer) {
    if (waiting == ended.length) {
      Writer[] more = new Writer[2 * waiting];
      for (int i = 0; i < waiting; i++) {
        more[i] = ended[(first + i) & (waiting - 1)];
      }
      ended = more;
      first = 0;
    }
    ended[(first + waiting++) & (ended.length - 1)] = writer;
  }

  /** Returns the number of writers made so far. */
  int made() {
    return made;
  }

  /**
   * Returns whether no validation except this worker's own can ask for the writer of a slot. This
   * worker's own scan is left out, since a worker that waited for itself would wait for ever; its
   * validation detects the overwritten slot. A writer that has been reused since is stale too. A
   * generation that has wrapped around only makes a slot look needed for a while.
   */
  boolean isStale(long word) {
    Writer writer = writers.of(word);
    if (!WriterWord.isOf(word, writer)) {
      return true;
    }
    long timestamp = writer.timestamp();
    if (timestamp > othersHorizon) {
      othersHorizon = scans.horizonWithout(worker);
    }
    return timestamp <= othersHorizon;
  }
}
