package dev.yardmaster.processor;

import dev.yardmaster.annotations.Shared;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.agrona.concurrent.Agent;

/**
 * An agent that runs on its own thread or on the thread of a caller that waits for it. One thread
 * at a time has the turn to run the agent. A waiting caller that gets the turn runs the agent until
 * the caller's transaction is decided, with the transactions of all other callers; so neither side
 * has to wake the other (flat combining: Hendler, Incze, Shavit and Tzafrir, SPAA 2010).
 *
 * <p>The agent's own thread leaves its turn to callers as long as they ask for turns, and so goes
 * to sleep. It runs the agent when no caller waits, for example for asynchronous transactions.
 */
final class CombiningAgent implements Agent {

  private static final long CLOSE_POLL_NS = 100_000;

  private final Agent agent;
  private final Consumer<Thread> unpark;

  @Shared(
      writers = "the agent's thread and waiting callers",
      readers = "the same threads; any thread, to check whether it has the turn",
      access =
          "compare-and-set from null to the calling thread, which alone sets it back; orders all"
              + " fields of the agent")
  private final AtomicReference<Thread> turn = new AtomicReference<>();

  @Shared(
      writers = "waiting callers set it; the agent's thread clears it",
      readers = "the same threads",
      access = "volatile; a lost request costs at most one cycle")
  private volatile boolean requested;

  /** The exception that the agent threw on a caller's thread. */
  @Shared(
      writers = "the caller that has the turn",
      readers = "the agent's thread and waiting callers",
      access = "volatile; set once")
  private volatile Throwable failure;

  /** The callers whose replies were given in this turn; they are woken when it is over. */
  @Shared(
      writers = "the thread that has the turn",
      readers = "the same thread",
      access = "plain; ordered by the field turn")
  private Thread[] answered = new Thread[16];

  private int answeredCount;

  /**
   * Creates an agent that nobody runs yet.
   *
   * @param unpark wakes a caller
   */
  CombiningAgent(Agent agent, Consumer<Thread> unpark) {
    this.agent = agent;
    this.unpark = unpark;
  }

  /**
   * Wakes a caller that has its reply. A caller that is woken while another thread has the turn
   * would often take that thread's processor, and then find the turn taken.
   */
  void wake(Thread caller) {
    if (!isRunByThisThread()) {
      unpark.accept(caller);
    } else if (caller != Thread.currentThread()) {
      if (answeredCount == answered.length) {
        answered = Arrays.copyOf(answered, 2 * answeredCount);
      }
      answered[answeredCount++] = caller;
    }
  }

  private void release() {
    if (answeredCount == 0) {
      turn.set(null);
      return;
    }
    Thread[] toWake = Arrays.copyOf(answered, answeredCount);
    Arrays.fill(answered, 0, answeredCount, null);
    answeredCount = 0;
    turn.set(null);
    for (Thread caller : toWake) {
      unpark.accept(caller);
    }
  }

  private boolean take() {
    return turn.getPlain() == null && turn.compareAndSet(null, Thread.currentThread());
  }

  /** Returns whether the calling thread has the turn. Any thread may call this method. */
  boolean isRunByThisThread() {
    return turn.getPlain() == Thread.currentThread();
  }

  /**
   * Runs the agent on the calling thread, as long as the agent has work and the caller waits.
   * Returns at once if another thread has the turn.
   *
   * @param over returns whether the caller's wait is over
   * @return whether the agent has worked
   */
  boolean run(BooleanSupplier over) {
    if (!requested) {
      requested = true;
    }
    if (!take()) {
      return false;
    }
    boolean worked = false;
    try {
      while (failure == null && !over.getAsBoolean() && agent.doWork() > 0) {
        worked = true;
      }
    } catch (Throwable thrown) {
      failure = thrown; // The agent's thread throws it.
    } finally {
      release();
    }
    return worked;
  }

  @Override
  public int doWork() throws Exception {
    if (failure != null) {
      throw new IllegalStateException("the agent failed on the thread of a caller", failure);
    }
    if (requested) {
      requested = false;
      return 0;
    }
    if (!take()) {
      return 0;
    }
    try {
      return agent.doWork();
    } finally {
      release();
    }
  }

  @Override
  public void onClose() {
    while (!take()) {
      LockSupport.parkNanos(CLOSE_POLL_NS);
      boolean unused = Thread.interrupted(); // An interrupted thread would not park.
    }
    // The turn is never given back, so no caller runs the agent any more.
    agent.onClose();
  }

  @Override
  public String roleName() {
    return agent.roleName();
  }
}
