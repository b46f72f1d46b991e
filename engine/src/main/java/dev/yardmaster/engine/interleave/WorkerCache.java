package dev.yardmaster.engine.interleave;

import dev.yardmaster.engine.protocol.CacheLines;
import java.util.Arrays;

/**
 * The simulated cache of a worker's core. If a line must be transferred from another worker's
 * cache, the virtual time of the worker advances by {@link SimulatedCosts#transferNs}, and by the
 * time until the earlier transfers of the line to other workers have ended.
 */
final class WorkerCache implements CacheLines {

  private static final int KIB_LONGS = 128;

  /**
   * The number of reads before a wait that are assumed to belong to the wait's condition; a power
   * of two.
   */
  private static final int LAST_READS = 4;

  private final LineOwners owners;
  private final SimulatedWorker worker;
  private final SimulatedCosts costs;

  /**
   * The objects of the last words that the worker has read since its last wait; null for unused
   * positions.
   */
  private final Object[] readOf = new Object[LAST_READS];

  private final int[] readAt = new int[LAST_READS];
  private int lastRead;

  WorkerCache(LineOwners owners, SimulatedWorker worker, SimulatedCosts costs) {
    this.owners = owners;
    this.worker = worker;
    this.costs = costs;
  }

  @Override
  public void read(Object words, int at) {
    lastRead = (lastRead + 1) & (LAST_READS - 1);
    readOf[lastRead] = words;
    readAt[lastRead] = at;
    if (owners.read(words, at, worker.number())) {
      transfer(words, at);
    }
  }

  /**
   * Begins a wait until another worker changes one of the last words that this worker has read.
   * Returns false if another worker has already changed one of these words.
   */
  boolean beginWait() {
    for (int i = 0; i < LAST_READS; i++) {
      if (readOf[i] != null && !owners.hasCopy(readOf[i], readAt[i], worker.number())) {
        Arrays.fill(readOf, null);
        return false;
      }
    }
    owners.beginWait(this);
    return true;
  }

  void endWait() {
    owners.endWait(this);
    Arrays.fill(readOf, null);
  }

  /** Ends the worker's wait if the worker has read the line. */
  void wakeIfRead(Object words, int line, long nowNs) {
    for (int i = 0; i < LAST_READS; i++) {
      if (readOf[i] == words && readAt[i] >> LineOwners.LINE_SHIFT == line) {
        worker.wake(nowNs);
        return;
      }
    }
  }

  @Override
  public void change(Object words, int at) {
    if (owners.change(words, at, worker.number())) {
      transfer(words, at);
    }
    worker.work(costs.changeNs());
    owners.wake(words, at, worker.nowNs());
  }

  private void transfer(Object words, int at) {
    long costNs = worker.draw(costs.transferNs());
    worker.pass(owners.occupy(words, at, worker.nowNs(), costNs) + costNs);
  }

  @Override
  public void copy(int longs) {
    worker.work(costs.copyNs() * longs / KIB_LONGS);
  }
}
