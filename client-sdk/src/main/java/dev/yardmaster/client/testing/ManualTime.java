package dev.yardmaster.client.testing;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.client.time.ClientTime;
import java.time.Duration;
import java.util.Comparator;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A clock whose time changes only in {@link #advance}. This method also runs the tasks that are
 * due, on the calling thread. Tasks run in the order of their times; tasks with the same time run
 * in the order of their submission. Any thread may call any method.
 */
@Shared(
    writers = "any thread",
    readers = "any thread",
    access = "guarded by this object's monitor; tasks run outside of it")
public final class ManualTime implements ClientTime {

  /** The wall clock at time 0: 2026-01-01, 00:00 UTC. */
  public static final long EPOCH_MS = 1_767_225_600_000L;

  /** A task with its due time. */
  private record Task(long atNs, long number, Runnable what) {}

  private final PriorityQueue<Task> tasks =
      new PriorityQueue<>(Comparator.comparingLong(Task::atNs).thenComparingLong(Task::number));
  private long nowNs;
  private long count;

  /** Creates a clock at 0. */
  public ManualTime() {}

  @Override
  public synchronized long nowNs() {
    return nowNs;
  }

  /** Returns the time of the wall clock: {@link #EPOCH_MS} plus the time that has passed. */
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
   * Advances the time. While a task runs, the clock shows the time at which this task is due. If a
   * task adds further tasks that are due, these tasks also run.
   *
   * @throws IllegalArgumentException if the duration is negative
   */
  public void advance(Duration by) {
    if (by.isNegative()) {
      throw new IllegalArgumentException("time cannot go back: by=" + by);
    }
    long untilNs = nowNs() + by.toNanos();
    @Nullable Task next;
    while ((next = nextUntil(untilNs)) != null) {
      next.what().run();
    }
  }

  private synchronized @Nullable Task nextUntil(long untilNs) {
    Task next = tasks.peek();
    if (next == null || next.atNs() > untilNs) {
      nowNs = Math.max(nowNs, untilNs);
      return null;
    }
    nowNs = Math.max(nowNs, next.atNs());
    return tasks.poll();
  }

  /** Returns the number of waiting tasks. */
  public synchronized int waiting() {
    return tasks.size();
  }
}
