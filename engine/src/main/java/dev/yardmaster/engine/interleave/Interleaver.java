package dev.yardmaster.engine.interleave;

import dev.yardmaster.annotations.Shared;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Runs many simulated workers, one at a time, under virtual time. After every access to a record,
 * every step of a commit and every wait, the worker with the lowest virtual time runs next. So one
 * core can reproduce the conflicts of 40 workers, and the same seed gives the same interleaving.
 *
 * <p>Each worker has its own thread, so its logic and its protocol are ordinary code. Any call of a
 * {@link SimulatedWorker} method can suspend this code. One thread at a time holds the
 * <i>baton</i>, which is the permission to run. The running thread passes the baton to the next
 * thread. So the workers' shared state needs no other synchronization, and the interleaving does
 * not depend on the machine.
 */
@Shared(
    writers =
        "the worker that holds the baton; before and after the run, the thread that "
            + "calls the Interleaver",
    readers = "the same threads",
    access =
        "the volatile hasBaton of the SimulatedWorkers, and the start and end of their threads")
public final class Interleaver {

  private final SplittableRandom random;
  private final SimulatedCosts costs;
  private final long endNs;
  private final LineOwners owners = new LineOwners();
  private final List<SimulatedWorker> workers = new ArrayList<>();
  private SimulatedWorker running;
  private Throwable failure;

  @Shared(
      writers = "the worker that failed or exceeded the end of virtual time",
      readers = "all simulated workers, when they receive the baton and before they pass it",
      access = "volatile")
  private volatile boolean over;

  private long switches;

  /**
   * Creates an interleaver without workers.
   *
   * @param endNs the virtual time by which all workers must have ended. If a worker exceeds this
   *     time, for example because of a deadlock, the run fails
   */
  public Interleaver(long seed, SimulatedCosts costs, long endNs) {
    random = new SplittableRandom(seed);
    this.costs = costs;
    this.endNs = endNs;
  }

  /** Adds a worker. The caller adds all workers before the run. */
  public SimulatedWorker add() {
    SimulatedWorker worker =
        new SimulatedWorker(this, workers.size(), costs, random.split(), owners);
    workers.add(worker);
    owners.workers(workers.size());
    return worker;
  }

  /**
   * Runs all workers until they end. Each worker runs on its own thread, which ends with the run.
   * Before and after the run, the calling thread may use a worker. After the run, every worker has
   * the virtual time of the worker that ended last.
   *
   * @throws IllegalStateException if a worker throws an exception, or if a worker's virtual time
   *     exceeds the limit
   */
  public void run() {
    long beginNs = latestNs();
    SingleCore core = SingleCore.take();
    core.start(workers.stream().map(worker -> worker.newThread(beginNs)).toList());
    running = next();
    if (running != null) {
      running.goOn();
    }
    boolean interrupted = false;
    for (SimulatedWorker worker : workers) {
      interrupted |= worker.join();
    }
    core.release();
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

  /** Returns the virtual time of the worker that runs; 0 before and after the run. */
  public long nowNs() {
    return running == null ? 0 : running.nowNs();
  }

  /** Returns the worker that runs, or the given worker before and after the run. */
  SimulatedWorker runningOr(SimulatedWorker worker) {
    return running == null ? worker : running;
  }

  /**
   * Returns how often a worker has passed the baton to another worker before its own code had
   * ended.
   */
  public long switches() {
    return switches;
  }

  /**
   * Returns the worker with the lowest virtual time among the workers that have not ended, or null
   * if all workers have ended.
   */
  private SimulatedWorker next() {
    SimulatedWorker least = null;
    for (SimulatedWorker worker : workers) {
      if (!worker.hasEnded() && (least == null || worker.nowNs() < least.nowNs())) {
        least = worker;
      }
    }
    return least;
  }

  /**
   * Passes the baton to the worker with the lowest virtual time. The running worker calls this
   * method after its own virtual time has advanced.
   */
  void passOn(SimulatedWorker worker) {
    if (running == null) {
      return; // Before the run, no worker holds the baton.
    }
    requireGoingOn();
    if (worker.nowNs() > endNs) {
      // The failure is stored here, because the worker treats an exception that is thrown inside a
      // transaction's logic as a failure of the logic.
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

  /**
   * Passes the baton to the next worker. The running worker calls this method when its code has
   * ended.
   */
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

  /**
   * Throws an exception if the run has failed. A worker calls this method when it has received the
   * baton.
   */
  void requireGoingOn() {
    if (over) {
      throw new IllegalStateException("the run ends because a simulated worker has failed");
    }
  }
}
