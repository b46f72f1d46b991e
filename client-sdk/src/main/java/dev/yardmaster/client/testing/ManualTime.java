package dev.yardmaster.client.testing;

import dev.yardmaster.client.time.ClientTime;
import java.time.Duration;
import java.util.Comparator;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;

/**
 * Time that passes only by {@link #advance}, which runs what has become due, in order of time and
 * then of arrival, on the thread that calls it. Any thread.
 */
public final class ManualTime implements ClientTime {

  /** Where the wall clock stands when time begins: the first of January 2026, UTC. */
  public static final long EPOCH_MS = 1_767_225_600_000L;

  /** Something that is to run at a time. */
  private record Task(long atNs, long number, Runnable what) {}

  private final PriorityQueue<Task> tasks =
      new PriorityQueue<>(Comparator.comparingLong(Task::atNs).thenComparingLong(Task::number));
  private long nowNs;
  private long count;

  /** Time that begins at 0. */
  public ManualTime() {}

  @Override
  public synchronized long nowNs() {
    return nowNs;
  }

  /** As far after 1970 as time has moved on from {@link #EPOCH_MS}. */
  @Override
  public synchronized long epochMs() {
    return EPOCH_MS + TimeUnit.NANOSECONDS.toMillis(nowNs);
  }

  @Override
  public synchronized void later(Runnable task, long delay, TimeUnit unit) {
    Objects.requireNonNull(task, "task");
    tasks.add(new Task(nowNs + Math.max(0, unit.toNanos(delay)), count++, task));
  }

  /**
   * Lets time pass. A task sees the time at which it is due, and what it adds runs in its turn if
   * it is due, too.
   *
   * @throws IllegalArgumentException if it is less than none
   */
  public void advance(Duration by) {
    if (by.isNegative()) {
      throw new IllegalArgumentException("time does not go back: by=" + by);
    }
    long untilNs = nowNs() + by.toNanos();
    Task next;
    while ((next = nextUntil(untilNs)) != null) {
      next.what().run();
    }
  }

  private synchronized Task nextUntil(long untilNs) {
    Task next = tasks.peek();
    if (next == null || next.atNs() > untilNs) {
      nowNs = Math.max(nowNs, untilNs);
      return null;
    }
    nowNs = Math.max(nowNs, next.atNs());
    return tasks.poll();
  }

  /** How many tasks wait. */
  public synchronized int waiting() {
    return tasks.size();
  }
}
