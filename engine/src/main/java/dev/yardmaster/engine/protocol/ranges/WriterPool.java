package dev.yardmaster.engine.protocol.ranges;

import java.util.Arrays;

/**
 * The writer objects of one worker. The pool reuses a writer when its transaction has ended and no
 * validation can need it any more. Writers are reused in first-in, first-out order. Only the
 * worker's thread calls the methods.
 */
final class WriterPool {

  /**
   * The pool computes the horizon of {@link RunningScans} only if it contains at least this number
   * of ended writers.
   */
  private static final int FEW = 16;

  /**
   * If a computation of the horizon has freed no writer, the pool computes the horizon again only
   * after this number of requests.
   */
  private static final int PAUSE = 16;

  private final int worker;
  private final Writers writers;
  private final RunningScans scans;
  private Writer[] all = new Writer[FEW];
  private int made;

  /** The ended writers, in a circular array. */
  private Writer[] ended = new Writer[FEW];

  private int first;
  private int waiting;
  private long horizon;

  /** The horizon for all scans except the scans of this worker. */
  private long othersHorizon;

  private int pause;

  WriterPool(int worker, Writers writers, RunningScans scans) {
    this.worker = worker;
    this.writers = writers;
    this.scans = scans;
    writers.publish(worker, all);
  }

  /**
   * Returns a writer for a transaction, or null if {@link WriterWord#MAX_WRITERS} writers are in
   * use.
   */
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
    // The array is published even if it is the same array, because this volatile write makes the
    // new element visible.
    writers.publish(worker, all);
    return writer;
  }

  /** Takes back a writer, which must have drawn its timestamp. */
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

  /** Returns the number of writers that the pool has created. */
  int made() {
    return made;
  }

  /**
   * Returns whether no validation of another worker can need the writer of a slot. The scan of this
   * worker is ignored, because a worker that waited for its own scan would wait forever. Instead,
   * the validation of this worker notices that the slot was overwritten. A slot is also stale if
   * its writer was reused for a later transaction. After the writer's generation has wrapped
   * around, a stale slot may seem to be needed for some time. This is safe.
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
