package dev.yardmaster.engine.interleave;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Runs many simulated workers, one at a time, under virtual time: at every access to a record, step
 * of a commit and wait, the worker whose time is least goes on. So the conflicts of 40 workers can
 * be had on one core, and the same seed gives the same course.
 *
 * <p>Each worker has a thread, since logic and protocols are plain code that can stop anywhere; but
 * a thread runs only while it holds the baton, and hands it on itself. What the workers share needs
 * no other synchronization than the baton, and the course does not depend on the machine.
 */
public final class Interleaver {

  private final SplittableRandom random;
  private final SimulatedCosts costs;
  private final long endNs;
  private final List<SimulatedWorker> workers = new ArrayList<>();
  private SimulatedWorker running;
  private Throwable failure;
  private volatile boolean over;
  private long switches;

  /**
   * An interleaver without workers.
   *
   * @param endNs the virtual time by which all workers must have ended, else the run fails; a
   *     deadlock ends so
   */
  public Interleaver(long seed, SimulatedCosts costs, long endNs) {
    random = new SplittableRandom(seed);
    this.costs = costs;
    this.endNs = endNs;
  }

  /** Adds a worker; before the run. */
  public SimulatedWorker add() {
    SimulatedWorker worker = new SimulatedWorker(this, workers.size(), costs, random.split());
    workers.add(worker);
    return worker;
  }

  /**
   * Runs all workers to their ends, on threads that end with it. A worker may be used by the
   * caller's thread before and after; its time is that of the last to end then.
   *
   * @throws IllegalStateException if a worker threw, or virtual time ran out
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

  /** The time of the worker that runs; for its code. */
  public long nowNs() {
    return running == null ? 0 : running.nowNs();
  }

  /** How often the baton was handed on. */
  public long switches() {
    return switches;
  }

  /** The worker of the least time that has not ended; null if all have. */
  private SimulatedWorker next() {
    SimulatedWorker least = null;
    for (SimulatedWorker worker : workers) {
      if (!worker.hasEnded() && (least == null || worker.nowNs() < least.nowNs())) {
        least = worker;
      }
    }
    return least;
  }

  /** Called by the worker that runs, whose time has moved on. */
  void passOn(SimulatedWorker worker) {
    if (running == null) {
      return; // what goes before the run happens at once
    }
    requireGoingOn();
    if (worker.nowNs() > endNs) {
      // Noted here: what is thrown within a transaction's logic counts as that logic's own.
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

  /** Called by the worker that ran, at its end. */
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

  /** Called by the worker that has got the baton. */
  void requireGoingOn() {
    if (over) {
      throw new IllegalStateException("a simulated worker has failed, and so all end");
    }
  }
}
