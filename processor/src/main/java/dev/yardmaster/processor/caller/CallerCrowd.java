package dev.yardmaster.processor.caller;

import dev.yardmaster.annotations.Shared;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * The callers that try to get the turn of a {@link CombiningAgent}; the turn is the right to run
 * the agent. If many callers try, this class puts further callers to sleep when they begin a
 * transaction, and wakes the sleeping callers one after another (Dice, <i>Malthusian locks</i>,
 * EuroSys 2017). A few callers then run one transaction after another, with warm caches and fresh
 * reads, and the cores spend little time on context switches. Any thread may call a method unless
 * its Javadoc says otherwise.
 */
public final class CallerCrowd {

  /** If more than this number of callers try to get the turn, further callers sleep. */
  private static final int MANY = 4;

  /**
   * The minimum time between two wake-ups of sleeping callers, while other callers try to get the
   * turn.
   */
  static final long CROWDED_INTERVAL_NS = 100_000;

  /**
   * The minimum time between two wake-ups of sleeping callers, while no caller tries to get the
   * turn.
   */
  static final long INTERVAL_NS = 30_000;

  private static final long LONGEST_SLEEP_NS = 200_000_000;

  private final long longestSleepNs;

  @Shared(
      writers = "callers that begin or end to try",
      readers = "callers, the thread that has the turn",
      access = "atomic addition")
  private final AtomicInteger trying = new AtomicInteger();

  @Shared(
      writers = "callers that go to sleep, and that wake by themselves",
      readers = "the thread that has the turn",
      access = "ConcurrentLinkedQueue; has at most one entry for each caller")
  private final Queue<Sleeper> asleep = new ConcurrentLinkedQueue<>();

  @Shared(
      writers = "the thread that has the turn",
      readers = "the same thread",
      access = "plain; ordered by the turn")
  private long wokenNs;

  private static final class Sleeper {
    private final Thread caller = Thread.currentThread();

    @Shared(
        writers = "the thread that takes the sleeper out of the queue",
        readers = "the caller",
        access = "volatile; set once")
    private volatile boolean called;
  }

  /** Creates an object without sleeping callers. */
  public CallerCrowd(long nowNs) {
    this(nowNs, LONGEST_SLEEP_NS);
  }

  CallerCrowd(long nowNs, long longestSleepNs) {
    wokenNs = nowNs;
    this.longestSleepNs = longestSleepNs;
  }

  void join() {
    trying.incrementAndGet();
  }

  void leave() {
    trying.decrementAndGet();
  }

  /**
   * If many callers try to get the turn, makes the calling thread sleep. An interrupt ends the
   * sleep, and the interrupt flag stays set.
   *
   * @param longestNs the time, in ns, after which the thread wakes in any case
   */
  void sleepIfMany(long longestNs) {
    if (trying.get() <= MANY) {
      return;
    }
    Sleeper sleeper = new Sleeper();
    asleep.add(sleeper);
    LockSupport.parkNanos(this, Math.min(longestNs, longestSleepNs));
    if (!sleeper.called) {
      var unused = asleep.remove(sleeper);
    }
  }

  /** Returns whether no caller is asleep. */
  boolean isEmpty() {
    return asleep.isEmpty();
  }

  /**
   * Returns the caller to wake now; null if no caller is to be woken. Only the thread that has the
   * turn calls this method.
   */
  Thread next(long nowNs) {
    if (nowNs - wokenNs < (trying.get() == 0 ? INTERVAL_NS : CROWDED_INTERVAL_NS)) {
      return null;
    }
    wokenNs = nowNs;
    return call();
  }

  private Thread call() {
    Sleeper next = asleep.poll();
    if (next == null) {
      return null;
    }
    next.called = true;
    return next.caller;
  }

  /** Wakes all callers. */
  void wakeAll(Consumer<Thread> unpark) {
    for (Thread caller = call(); caller != null; caller = call()) {
      unpark.accept(caller);
    }
  }
}
