package dev.yardmaster.engine.protocol.plor;

import dev.yardmaster.engine.protocol.SharedWords;
import dev.yardmaster.engine.protocol.WaitTimes.Cause;
import dev.yardmaster.engine.protocol.WorkerContext;
import dev.yardmaster.engine.protocol.state.TransactionStates;

/**
 * A Plor lock with a latch (section 6.4, baseline Plor). It exists to measure the advantage of the
 * latch-free lock. The latch is an additional word after the words of {@link PlorLock}. A worker
 * changes the lock only while it holds the latch. A waiting worker reads the lock's words without
 * the latch.
 */
final class LatchedPlorLock extends PlorLock {

  private final int latch;
  private final SharedWords words;
  private final WorkerContext context;

  LatchedPlorLock(int first, int workers, TransactionStates states, WorkerContext context) {
    super(first, context.worker(), workers, states, context.words());
    this.context = context;
    words = context.words();
    latch = first + PlorLock.words(workers);
  }

  /** Returns the number of words of a lock, including the latch. */
  static int words(int workers) {
    return PlorLock.words(workers) + 1;
  }

  private void latch(long[] slab, int at) {
    context.beginWait(0);
    int round = 0;
    while (words.getVolatile(slab, at + latch) != 0 || !words.change(slab, at + latch, 0, 1)) {
      context.pace().await(round++);
    }
    context.endWait(Cause.LATCH);
  }

  private void unlatch(long[] slab, int at) {
    words.set(slab, at + latch, 0);
  }

  @Override
  void addReader(long[] slab, int at) {
    latch(slab, at);
    super.addReader(slab, at);
    unlatch(slab, at);
  }

  @Override
  void removeReader(long[] slab, int at) {
    latch(slab, at);
    super.removeReader(slab, at);
    unlatch(slab, at);
  }

  @Override
  void addWaiter(long[] slab, int at) {
    latch(slab, at);
    super.addWaiter(slab, at);
    unlatch(slab, at);
  }

  @Override
  boolean takeWaiter(long[] slab, int at) {
    latch(slab, at);
    boolean taken = super.takeWaiter(slab, at);
    unlatch(slab, at);
    return taken;
  }

  @Override
  boolean tryLock(long[] slab, int at) {
    latch(slab, at);
    boolean locked = super.tryLock(slab, at);
    unlatch(slab, at);
    return locked;
  }

  @Override
  void makeExclusive(long[] slab, int at) {
    latch(slab, at);
    super.makeExclusive(slab, at);
    unlatch(slab, at);
  }

  @Override
  void unlock(long[] slab, int at) {
    latch(slab, at);
    super.unlock(slab, at);
    unlatch(slab, at);
  }
}
