package dev.yardmaster.proof.simulator;

import dev.yardmaster.proof.simulator.disk.SimulatedCrash;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;

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

  private static final int SKIPPED_LOOKS = 30;

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
  private BooleanSupplier over;
  private int skipped;

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
   * @param over whether what it waits for is there
   */
  static void waitForTurn(int waits, BooleanSupplier over) {
    CallerTask task = CURRENT.get();
    if (task.abandoned) {
      throw new Abandoned();
    }
    task.waits = waits;
    task.over = over;
    task.toScheduler.release();
    task.toCode.acquireUninterruptibly();
    if (task.abandoned) {
      throw new Abandoned();
    }
  }

  /**
   * A hand-over between threads is dear, so one that would only look and wait again is mostly
   * skipped; now and then it is not, since the code also looks at the clock and at interrupts.
   */
  @Override
  boolean step() {
    if (ended || (isWaiting() && skipped++ < SKIPPED_LOOKS)) {
      return false;
    }
    skipped = 0;
    toCode.release();
    toScheduler.acquireUninterruptibly();
    if (thrown instanceof SimulatedCrash crash) {
      throw crash;
    }
    if (thrown != null) {
      throw new SimulationFailure(this + " threw " + thrown, thrown);
    }
    return waits == 0;
  }

  private boolean isWaiting() {
    return over != null && !over.getAsBoolean();
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
