package dev.yardmaster.engine.interleave;

import dev.yardmaster.annotations.Shared;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Runs many simulated workers one at a time under virtual time. At every access to a record, every
 * step of a commit and every wait, the worker with the least virtual time continues. So one core
 * can reproduce the conflicts of 40 workers, and the same seed gives the same interleaving.
 *
 * <p>Each worker has a thread, because logic and protocols are plain code that can stop anywhere. A
 * thread runs only while it holds the baton, and it passes the baton on itself. The baton is the
 * only synchronization that the workers' shared state needs, and the interleaving does not depend
 * on the machine.
 */
@Shared(
    writers = "the worker that holds the baton; before and after the run, the thread that calls it",
    readers = "the same",
    access =
        "the volatile hasBaton of the SimulatedWorkers, and the start and end of their threads")
public final class Interleaver {

  private final SplittableRandom random;
  private final SimulatedCosts costs;
  private final long endNs;
  private final List<SimulatedWorker> workers = new ArrayList<>();
  private SimulatedWorker running;
  private Throwable failure;

  @Shared(
      writers = "the worker that failed or ran out of time",
      readers = "all simulated workers, when they get the baton or are about to pass it on",
      access = "volatile")
  private volatile boolean over;

  private long switches;

  /**
   * Creates an interleaver without workers.
   *
   * @param endNs the virtual time by which all workers must have ended; otherwise the run fails, as
   *     it does after a deadlock
   */
  public Interleaver(long seed, SimulatedCosts costs, long endNs) {
    random = new SplittableRandom(seed);
    this.costs = costs;
    this.endNs = endNs;
  }

  /** Adds a worker, before the run. */
  public SimulatedWorker add() {
    SimulatedWorker worker = new SimulatedWorker(this, workers.size(), costs, random.split());
    workers.add(worker);
    return worker;
  }

  /**
   * Runs all workers until they end, on threads that end with the run. The caller's thread may use
   * a worker before and after the run; after the run every worker's time is that of the last one to
   * end.
   *
   * @throws IllegalStateException if a worker threw, or if virtual time ran out
   */
  public void run() {
    long beginNs = latestNs();
    for (SimulatedWorker worker : workers) {
      worker.start(beginNs);
    }
    running = next();
    if (running != null) {
      running.goOn();
    }
    boolean interrupted = false;
    for (SimulatedWorker worker : workers) {
      interrupted |= worker.join();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    running = null;
    long endedNs = latestNs();
    for (SimulatedWorker worker : workers) {
      worker.catchUp(endedNs);
    }
    if (failure != null) {
      throw new IllegalStateException("a simulated worker failed: " + failure, failure);
    }
  }

  private long latestNs() {
    long latestNs = 0;
    for (SimulatedWorker worker : workers) {
      latestNs = Math.max(latestNs, worker.nowNs());
    }
    return latestNs;
  }

  /** Returns the virtual time of the worker that runs. */
  public long nowNs() {
    return running == null ? 0 : running.nowNs();
  }

  /** Returns how often the baton was passed on. */
  public long switches() {
    return switches;
  }

  /** Returns the worker with the least time that has not ended, or null if all have. */
  private SimulatedWorker next() {
    SimulatedWorker least = null;
    for (SimulatedWorker worker : workers) {
      if (!worker.hasEnded() && (least == null || worker.nowNs() < least.nowNs())) {
        least = worker;
      }
    }
    return least;
  }

  /** Called by the running worker after its virtual time has advanced. */
  void passOn(SimulatedWorker worker) {
    if (running == null) {
      return; // Before the run, virtual time does not advance.
    }
    requireGoingOn();
    if (worker.nowNs() > endNs) {
      // The failure is stored here because an exception inside a transaction's logic would count as
      // the logic's own.
      IllegalStateException late =
          new IllegalStateException(
              "virtual time has run out: worker=" + worker.number() + ", endNs=" + endNs);
      failure = late;
      over = true;
      throw late;
    }
    SimulatedWorker least = next();
    if (least != worker) {
      switches++;
      running = least;
      least.goOn();
      worker.waitForBaton();
    }
  }

  /** Called by the running worker when its code has ended. */
  void ended(Throwable thrown) {
    if (thrown != null && failure == null) {
      failure = thrown;
      over = true;
    }
    running = next();
    if (running != null) {
      running.goOn();
    }
  }

  /** Called by a worker that has received the baton. */
  void requireGoingOn() {
    if (over) {
      throw new IllegalStateException("the run ends because a simulated worker has failed");
    }
  }
}
