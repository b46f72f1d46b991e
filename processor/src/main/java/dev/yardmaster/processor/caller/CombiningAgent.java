package dev.yardmaster.processor.caller;

import dev.yardmaster.annotations.Shared;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.NanoClock;

/**
 * An agent that runs either on its own thread or on the thread of a caller that waits for the
 * agent's result. The thread that has the turn runs the agent; only one thread has the turn at any
 * time. A waiting caller that gets the turn runs the agent until the caller's transaction is
 * decided. During this time, the caller also processes the transactions of other callers. So the
 * caller's thread and the agent's own thread need not wake each other (flat combining: Hendler,
 * Incze, Shavit and Tzafrir, SPAA 2010).
 *
 * <p>While callers try to get the turn, the agent's own thread does not take it, and eventually
 * sleeps. The agent's own thread runs the agent only when no caller waits, for example for
 * asynchronous transactions.
 */
public final class CombiningAgent implements Agent, CallerTurns {

  /**
   * The maximum number of callers that are woken at the end of one turn. If hundreds of callers
   * were woken together, most of them would find the turn taken and sleep again.
   */
  private static final int MAX_WOKEN = 4;

  /**
   * The maximum number of duty cycles in a caller's turn. A caller may wait for a long time, for
   * example for the disk, while the agent always has other work. Without this limit, other callers
   * would sleep until the end of this wait although their replies have already arrived.
   */
  private static final int MAX_CYCLES = 256;

  /** The number of times that a caller tries to get the turn. */
  private static final int TRIES = 200;

  /**
   * After each of the first {@value #SPINS} tries the caller spins; after each later try it yields.
   */
  private static final int SPINS = 4;

  private static final Thread[] NOBODY = {};

  /**
   * The owner of the turn after the agent was closed, so that no caller can get the turn any more.
   */
  private static final Thread CLOSED = new Thread("closed");

  private static final long CLOSE_POLL_NS = 100_000;

  private final Agent agent;
  private final Consumer<Thread> unpark;
  private final NanoClock clock;
  private final CallerCrowd crowd;

  @Shared(
      writers = "the agent's thread and waiting callers",
      readers = "the same threads; any thread, to check whether it has the turn",
      access =
          "compare-and-set from null to the calling thread, which alone sets it back, or to CLOSED;"
              + " orders all fields of the agent")
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

  /**
   * The callers to wake, in the order of their addition. Most of these callers have received their
   * replies; a few are sleeping callers of the {@link CallerCrowd}. A caller may notice its reply
   * before the wake-up. It stays in this set until the wake-up, even if it receives further
   * replies.
   */
  @Shared(
      writers = "the thread that has the turn",
      readers = "the same thread",
      access = "plain; ordered by the field turn")
  private final Set<Thread> answered = new LinkedHashSet<>();

  /**
   * Creates an agent; no thread has the turn yet.
   *
   * @param unpark wakes a caller
   */
  public CombiningAgent(Agent agent, CallerCrowd crowd, Consumer<Thread> unpark, NanoClock clock) {
    this.agent = agent;
    this.crowd = crowd;
    this.unpark = unpark;
    this.clock = clock;
  }

  /**
   * {@inheritDoc} During a turn of the calling thread, the method only stores the caller. If it
   * woke the caller at once, the caller would often take the core from the thread that has the
   * turn.
   */
  @Override
  public void wake(Thread caller) {
    if (!isRunByThisThread()) {
      unpark.accept(caller);
    } else if (caller != Thread.currentThread()) {
      answered.add(caller);
    }
  }

  /**
   * Ends the turn of the calling thread. Returns the callers that the calling thread must wake now.
   */
  private Thread[] release() {
    if (!crowd.isEmpty()) {
      Thread next = crowd.next(clock.nanoTime());
      if (next != null) {
        answered.add(next);
      }
    }
    Thread[] woken = answered.isEmpty() ? NOBODY : takeAnswered();
    turn.set(null);
    return woken;
  }

  private Thread[] takeAnswered() {
    Thread[] taken = new Thread[Math.min(MAX_WOKEN, answered.size())];
    Iterator<Thread> next = answered.iterator();
    for (int i = 0; i < taken.length; i++) {
      taken[i] = next.next();
      next.remove();
    }
    return taken;
  }

  private void unparkAll(Thread[] callers) {
    for (Thread caller : callers) {
      unpark.accept(caller);
    }
  }

  private boolean take() {
    return turn.getOpaque() == null && turn.compareAndSet(null, Thread.currentThread());
  }

  /** Returns whether the calling thread has the turn. Any thread may call this method. */
  public boolean isRunByThisThread() {
    return turn.getPlain() == Thread.currentThread();
  }

  /**
   * {@inheritDoc} If callers sent messages without the turn, the messages of all callers would be
   * in one batch and would often conflict with each other. The calling thread yields, because the
   * thread that has the turn may need its core.
   */
  @Override
  public boolean begin() {
    if (take()) {
      return true;
    }
    crowd.join();
    try {
      return tryToTake();
    } finally {
      crowd.leave();
    }
  }

  @SuppressWarnings(
      "ThreadPriorityCheck") // If yielding has no effect, the caller only takes longer to try.
  private boolean tryToTake() {
    for (int i = 0; i < TRIES; i++) {
      request();
      if (i < SPINS) {
        Thread.onSpinWait();
      } else {
        Thread.yield();
      }
      if (take()) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void arrive(long longestNs) {
    crowd.sleepIfMany(longestNs);
  }

  private void request() {
    if (!requested) {
      requested = true;
    }
  }

  @Override
  public void end(BooleanSupplier over) {
    boolean unused = goOn(over);
  }

  @Override
  public void abandon() {
    if (isRunByThisThread()) {
      failure = new IllegalStateException("an error has ended a caller's turn");
      unparkAll(release());
    }
  }

  @Override
  public boolean run(BooleanSupplier over) {
    if (!take()) {
      request();
      return false;
    }
    return goOn(over);
  }

  /**
   * Runs the agent in the turn of the calling thread, and ends the turn. Returns whether the agent
   * has done work.
   */
  private boolean goOn(BooleanSupplier over) {
    request();
    int cycles = 0;
    Thread[] woken;
    try {
      while (cycles < MAX_CYCLES && failure == null && !over.getAsBoolean() && agent.doWork() > 0) {
        cycles++;
      }
      woken = release();
    } catch (Throwable thrown) {
      // The agent's own thread later throws an exception with this cause. After a stack overflow,
      // the call that ends the turn may fail too.
      failure = thrown;
      woken = release();
    }
    unparkAll(woken);
    return cycles > 0;
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
      return agent.doWork() + answered.size();
    } finally {
      unparkAll(release());
    }
  }

  @Override
  public void onClose() {
    boolean taken = take();
    // If the agent has failed on a caller's thread, this caller may still have the turn, but it
    // does not run the agent any more. So the loop need not take the turn.
    while (!taken && failure == null) {
      LockSupport.parkNanos(CLOSE_POLL_NS);
      boolean unused =
          Thread.interrupted(); // If the interrupt flag were set, the thread would not park.
      taken = take();
    }
    if (taken) {
      answered.forEach(unpark);
      answered.clear();
      turn.set(CLOSED);
    }
    crowd.wakeAll(unpark);
    agent.onClose();
  }

  @Override
  public String roleName() {
    return agent.roleName();
  }
}
