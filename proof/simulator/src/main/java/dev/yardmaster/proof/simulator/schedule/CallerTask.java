package dev.yardmaster.proof.simulator.schedule;

import dev.yardmaster.proof.simulator.disk.SimulatedCrash;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;

/**
 * Runs blocking code in the schedule, such as a caller of {@code execute}. The code has its own
 * thread, but at any time only one thread of the run executes. In a step, the scheduler passes the
 * turn (the right to execute) to the code. The code returns the turn when the code waits for the
 * pipeline or has ended. Therefore the run is as deterministic as on one thread.
 */
public final class CallerTask extends Task {

  /** The exception that ends the caller's code when the run is abandoned. */
  private static final class Abandoned extends Error {
    private static final long serialVersionUID = 1L;

    Abandoned() {
      super("the run was abandoned", null, false, false);
    }
  }

  private static final int SKIPPED_LOOKS = 30;

  /** The threads of callers. The thread of an ended caller is reused in later runs. */
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

  /** Creates a task. The code begins with the first step. */
  public CallerTask(String name, Runnable code) {
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
      // The run was abandoned, so the thread ends without a failure.
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
   * Makes the calling thread wait: passes the turn to the scheduler, and returns when the scheduler
   * has returned the turn.
   *
   * @param waits the number of times that the thread has already waited for the same condition
   * @param over returns whether the condition of the wait holds
   */
  public static void waitForTurn(int waits, BooleanSupplier over) {
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
   * Runs a step. A switch between threads is expensive. Therefore the scheduler skips most steps in
   * which the code would only check the condition and wait again. Some of these steps are executed,
   * because the code also checks the clock and interrupts.
   */
  @Override
  public boolean step() {
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

  public boolean ended() {
    return ended;
  }

  /** Ends the code by an exception, which the wait of the code throws. */
  public void abandon() {
    if (!ended) {
      abandoned = true;
      toCode.release();
      toScheduler.acquireUninterruptibly();
    }
  }
}
