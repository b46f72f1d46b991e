package dev.yardmaster.engine.interleave;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.engine.protocol.CacheLines;
import dev.yardmaster.engine.protocol.Pace;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/** A simulated worker: its virtual time, and the thread that runs its code. */
public final class SimulatedWorker implements Pace {

  private static final int LONGEST_WAIT_SHIFT = 5;

  private final Interleaver interleaver;
  private final int number;
  private final SimulatedCosts costs;
  private final SplittableRandom random;
  private final WorkerCache cache;
  private Thread thread;
  private Runnable code = () -> {};

  @Shared(
      writers = "the thread that passes the baton, which then unparks the owner; the owner",
      readers = "the worker's thread",
      access =
          "volatile. The worker that holds the baton owns the Interleaver, all simulated "
              + "workers and their shared objects")
  private volatile boolean hasBaton;

  private long nowNs;
  private long waitsSinceNs;
  private boolean ended;

  SimulatedWorker(
      Interleaver interleaver,
      int number,
      SimulatedCosts costs,
      SplittableRandom random,
      LineOwners owners) {
    this.interleaver = interleaver;
    this.number = number;
    this.costs = costs;
    this.random = random;
    cache = new WorkerCache(owners, this, costs);
  }

  /** Sets the code of the worker. The caller must set the code before the run. */
  public void runs(Runnable itsCode) {
    code = itsCode;
  }

  /** Returns the worker's number, counted from 0. */
  public int number() {
    return number;
  }

  /**
   * Returns a new thread, which waits for the baton after its start. The worker's virtual time
   * starts at {@code beginNs} plus a random offset of at most the cost of one access.
   */
  Thread newThread(long beginNs) {
    nowNs = beginNs + random.nextLong(costs.accessNs() + 1);
    thread = new Thread(this::run, "simulated-worker-" + number);
    thread.setDaemon(true);
    return thread;
  }

  private void run() {
    Throwable thrown = null;
    try {
      waitForBaton();
      code.run();
    } catch (Throwable e) {
      thrown = e;
    }
    ended = true;
    interleaver.ended(thrown);
  }

  /** Waits for the thread's end, and returns whether the caller was interrupted while it waited. */
  boolean join() {
    boolean interrupted = false;
    while (true) {
      try {
        thread.join();
        return interrupted;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
  }

  void goOn() {
    hasBaton = true;
    LockSupport.unpark(thread);
  }

  void waitForBaton() {
    while (!hasBaton) {
      LockSupport.park(this);
    }
    hasBaton = false;
    interleaver.requireGoingOn();
  }

  /** Sets the worker's virtual time to the given time, at which the last worker ended. */
  void catchUp(long endedNs) {
    nowNs = endedNs;
  }

  boolean hasEnded() {
    return ended;
  }

  /**
   * Advances the worker's virtual time by a delay, or by the duration of work that {@link
   * SimulatedCosts} does not contain. Another worker may be running, because it aborts this
   * worker's suspended transaction. Then the virtual time of the other worker advances instead.
   */
  public void pass(long durationNs) {
    SimulatedWorker running = interleaver.runningOr(this);
    running.nowNs += durationNs;
    interleaver.passOn(running);
  }

  private void spend(long costNs) {
    pass(draw(costNs));
  }

  /** Returns a random time between 0.5 and 1.5 times the cost. */
  long draw(long costNs) {
    return costNs == 0 ? 0 : costNs / 2 + random.nextLong(costNs + 1);
  }

  /**
   * Adds a duration to the worker's virtual time without passing the baton, because the work is
   * short. Another worker can run only at the next call that may pass the baton.
   */
  void work(long durationNs) {
    nowNs += durationNs;
  }

  @Override
  public CacheLines lines() {
    return cache;
  }

  @Override
  public void access() {
    spend(costs.accessNs());
  }

  @Override
  public void step() {
    spend(costs.stepNs());
  }

  @Override
  public void requestCommit() {
    if (costs.commitNs() > 0) {
      spend(costs.commitNs());
    }
  }

  @Override
  public void scannedAccess() {
    spend(costs.scannedAccessNs());
  }

  @Override
  public void scannedRow() {
    spend(costs.scannedRowNs());
  }

  @Override
  public void register() {
    spend(costs.registerNs());
  }

  @Override
  public void examine(int count) {
    spend(costs.examineNs() * count);
  }

  /**
   * Simulates a spinning core: waits until another worker changes one of the last cache lines that
   * this worker has read. The wait has a maximum duration, because the condition may also depend on
   * other data.
   */
  @Override
  public void await(int round) {
    if (!cache.beginWait()) {
      spend(costs.spinNs());
      return;
    }
    waitsSinceNs = nowNs;
    spend(costs.awaitNs() << Math.min(round, LONGEST_WAIT_SHIFT));
    cache.endWait();
  }

  /**
   * Ends the current wait, because another worker changes a cache line at the time {@code
   * changedNs}.
   */
  void wake(long changedNs) {
    nowNs = Math.min(nowNs, Math.max(changedNs, waitsSinceNs) + draw(costs.spinNs()));
  }

  @Override
  public void restart(int restarts, boolean hasAge) {
    spend(costs.restartNs() + costs.spinNs() * Pace.pauseSpins(restarts, hasAge));
  }

  @Override
  public long nowNs() {
    return nowNs;
  }
}
