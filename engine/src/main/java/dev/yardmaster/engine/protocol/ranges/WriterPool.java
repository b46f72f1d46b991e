package dev.yardmaster.engine.protocol.ranges;

import java.util.Arrays;

/**
 * One worker's writers, which it uses again and again: first in, first out, when no validation can
 * ask for them any more. Owned by the worker's thread.
 */
final class WriterPool {

  /** So many may wait before the horizon is looked for. */
  private static final int FEW = 16;

  /** So many are taken until it is looked for again when it has not moved on far enough. */
  private static final int PAUSE = 16;

  private final int worker;
  private final Writers writers;
  private final RunningScans scans;
  private Writer[] all = new Writer[FEW];
  private int made;

  /** Those that have ended, in a ring. */
  private Writer[] ended = new Writer[FEW];

  private int first;
  private int waiting;
  private long horizon;

  /** The horizon of all scans but this worker's own. */
  private long othersHorizon;

  private int pause;

  WriterPool(int worker, Writers writers, RunningScans scans) {
    this.worker = worker;
    this.writers = writers;
    this.scans = scans;
    writers.publish(worker, all);
  }

  /** A writer for a transaction; null if there are as many as can be told apart. */
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
    // Also where the array is the same: others see what is in it by this.
    writers.publish(worker, all);
    return writer;
  }

  /** A writer has drawn its timestamp, and its worker is done with it. */
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

  /** How many there are. */
  int made() {
    return made;
  }

  /**
   * Whether no validation but this worker's own can ask for a slot's writer any more: who waited
   * for itself would wait in vain, and finds its own loss when it validates. That a writer has been
   * taken for another transaction since says the same; a generation that has come round again only
   * makes a slot look needed for a while.
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
