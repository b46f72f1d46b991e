package dev.yardmaster.simulator;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;

/**
 * Code that blocks, such as a caller of {@code execute}, on a thread of its own. Only one of all
 * threads goes on at any time: a step hands the turn over, and gets it back when the code waits for
 * the pipeline or has ended. So the run stays as deterministic as on one thread.
 */
final class CallerTask extends Task {

  /** Unwinds the code of a run that was given up. */
  private static final class Abandoned extends Error {
    private static final long serialVersionUID = 1L;

    Abandoned() {
      super("the run was given up", null, false, false);
    }
  }

  private static final int FIRST_NAP_NS = 2_000;
  private static final int MOST_DOUBLINGS = 10;

  /** Threads of callers that have ended serve those of later runs. */
  private static final ExecutorService THREADS =
      Executors.newCachedThreadPool(CallerTask::newThread);

  private static final ThreadLocal<CallerTask> CURRENT = new ThreadLocal<>();

  private final Semaphore toCode = new Semaphore(0);
  private final Semaphore toScheduler = new Semaphore(0);
  private Thread thread;
  private Throwable thrown;
  private boolean ended;
  private boolean abandoned;
  private int waits;

  /** A caller; its code begins with the first step. */
  CallerTask(String name, Runnable code) {
    super(name);
    THREADS.execute(() -> run(code));
  }

  private static Thread newThread(Runnable loop) {
    Thread thread = new Thread(loop, "caller");
    thread.setDaemon(true);
    return thread;
  }

  private void run(Runnable code) {
    CURRENT.set(this);
    toCode.acquireUninterruptibly();
    thread = Thread.currentThread();
    try {
      if (!abandoned) {
        code.run();
      }
    } catch (Abandoned expected) {
      // nothing is left to be done
    } catch (Throwable caught) {
      thrown = caught;
    } finally {
      ended = true;
      CURRENT.remove();
      var unused = Thread.interrupted();
      toScheduler.release();
    }
  }

  /**
   * The calling thread waits: lets the others go on, and returns when its turn has come again.
   *
   * @param waits how often it has waited for the same thing already
   */
  static void waitForTurn(int waits) {
    CallerTask task = CURRENT.get();
    if (task.abandoned) {
      throw new Abandoned();
    }
    task.waits = waits;
    task.toScheduler.release();
    task.toCode.acquireUninterruptibly();
    if (task.abandoned) {
      throw new Abandoned();
    }
  }

  @Override
  boolean step() {
    if (ended) {
      return false;
    }
    toCode.release();
    toScheduler.acquireUninterruptibly();
    if (thrown != null) {
      throw new SimulationFailure(this + " threw " + thrown, thrown);
    }
    return waits == 0;
  }

  /** How long it may be left waiting before it looks again: longer and longer. */
  int napNs() {
    return FIRST_NAP_NS << Math.min(waits, MOST_DOUBLINGS);
  }

  /** Interrupts the code while it waits. */
  void interrupt() {
    if (thread != null && !ended) {
      thread.interrupt();
    }
  }

  boolean ended() {
    return ended;
  }

  /** Ends the thread; the code is unwound from where it waits. */
  void abandon() {
    if (!ended) {
      abandoned = true;
      toCode.release();
      toScheduler.acquireUninterruptibly();
    }
  }
}
