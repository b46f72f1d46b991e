package dev.yardmaster.service;

import dev.yardmaster.annotations.Shared;
import java.util.ArrayDeque;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A pool of threads for tasks that may block. If no thread is idle, a new task starts a new thread;
 * a thread ends after it was idle for some seconds. If the maximum number of threads are busy,
 * further tasks wait. If the machine cannot create a thread for a task, the task is refused. The
 * task must not wait for one of the existing threads, because that thread's task could itself wait
 * for this task. Any thread may call the methods.
 */
final class StepThreads {

  private static final long IDLE_NS = 10_000_000_000L;

  private final int most;
  private final ThreadFactory factory;

  @Shared(
      writers = "threads that submit tasks; the step threads; the closing thread",
      readers = "the same threads",
      access = "ReentrantLock; guards all other fields that change")
  private final ReentrantLock lock = new ReentrantLock();

  private final Condition work = lock.newCondition();

  @Shared(
      writers = "threads that submit tasks; the step threads",
      readers = "the same threads",
      access = "guarded by the lock; the submitters bound the number of tasks")
  private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();

  @Shared(
      writers = "threads that submit tasks; the step threads",
      readers = "the same threads; the closing thread",
      access = "guarded by the lock")
  private int threads;

  @Shared(
      writers = "the step threads",
      readers = "threads that submit tasks",
      access = "guarded by the lock")
  private int idle;

  @Shared(
      writers = "the closing thread",
      readers = "the step threads",
      access = "guarded by the lock; set once")
  private boolean ended;

  /**
   * Creates an executor without threads.
   *
   * @param most the maximum number of threads
   */
  StepThreads(int most, ThreadFactory factory) {
    this.most = most;
    this.factory = factory;
  }

  /** Runs a task. Returns false if the task is refused because no thread can be created for it. */
  boolean execute(Runnable task) {
    if (!add(task)) {
      return true;
    }
    try {
      factory.newThread(this::work).start();
      return true;
    } catch (OutOfMemoryError noThread) {
      return !withdraw(task);
    } catch (Throwable bug) { // The caller must be told that the task will not run.
      report(bug);
      return !withdraw(task);
    }
  }

  /**
   * Adds a task. Returns whether the caller must start a thread. If so, the new thread is already
   * counted.
   */
  private boolean add(Runnable task) {
    lock.lock();
    try {
      tasks.add(task);
      if (idle >= tasks.size() || threads == most) {
        work.signal();
        return false;
      }
      threads++;
      return true;
    } finally {
      lock.unlock();
    }
  }

  private void work() {
    for (Runnable task = next(); task != null; task = next()) {
      try {
        task.run();
      } catch (Throwable bug) { // The thread must continue, because it also runs other tasks.
        report(bug);
      }
      // An interrupt that the task has caused must not affect the next task.
      var unused = Thread.interrupted();
    }
  }

  private static void report(Throwable bug) {
    Thread thread = Thread.currentThread();
    thread.getUncaughtExceptionHandler().uncaughtException(thread, bug);
  }

  /**
   * Returns the next task, or null if the calling thread must end. In the latter case, the thread
   * is no longer counted.
   */
  private Runnable next() {
    lock.lock();
    try {
      awaitTask();
      Runnable task = tasks.poll();
      if (task == null) {
        threads--;
      }
      return task;
    } finally {
      lock.unlock();
    }
  }

  private void awaitTask() {
    idle++;
    try {
      for (long leftNs = IDLE_NS; tasks.isEmpty() && !ended && leftNs > 0; ) {
        leftNs = work.awaitNanos(leftNs);
      }
    } catch (InterruptedException e) {
      // Only the code of a step can have interrupted this thread. Stopping the wait early is
      // harmless.
    } finally {
      idle--;
    }
  }

  /**
   * Removes a task for which no thread could be started. Returns false if another thread has taken
   * the task.
   */
  private boolean withdraw(Runnable task) {
    lock.lock();
    try {
      threads--;
      return tasks.remove(task);
    } finally {
      lock.unlock();
    }
  }

  /** Makes idle threads end immediately. The pool still runs all tasks that it has accepted. */
  void end() {
    lock.lock();
    try {
      ended = true;
      work.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Returns whether the pool has no threads and no tasks. */
  boolean areEnded() {
    lock.lock();
    try {
      return threads == 0 && tasks.isEmpty();
    } finally {
      lock.unlock();
    }
  }
}
