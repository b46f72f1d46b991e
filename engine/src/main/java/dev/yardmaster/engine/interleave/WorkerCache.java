package dev.yardmaster.engine.interleave;

import dev.yardmaster.engine.protocol.CacheLines;

/**
 * The cache of a simulated worker's core. The worker pays {@link SimulatedCosts#transferNs} for a
 * line that must come from another worker's cache, plus the wait for workers that requested the
 * line earlier.
 */
final class WorkerCache implements CacheLines {

  private static final int KIB_LONGS = 128;

  /** A waiting worker watches at most this number of words. */
  private static final int WATCHED = 4;

  private final LineOwners owners;
  private final SimulatedWorker worker;
  private final SimulatedCosts costs;

  /** The last words that the worker has read since it last waited. */
  private final Object[] readOf = new Object[WATCHED];

  private final int[] readAt = new int[WATCHED];
  private int reads;

  WorkerCache(LineOwners owners, SimulatedWorker worker, SimulatedCosts costs) {
    this.owners = owners;
    this.worker = worker;
    this.costs = costs;
  }

  @Override
  public void read(Object words, int at) {
    readOf[reads % WATCHED] = words;
    readAt[reads++ % WATCHED] = at;
    if (owners.read(words, at, worker.number())) {
      transfer(words, at);
    }
  }

  /** Watches the last words that the worker has read, so that a change wakes the worker. */
  void watch() {
    for (int i = 0; i < Math.min(reads, WATCHED); i++) {
      owners.watch(readOf[i], readAt[i], worker);
    }
    reads = 0;
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
