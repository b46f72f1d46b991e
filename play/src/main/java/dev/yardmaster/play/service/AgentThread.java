package dev.yardmaster.play.service;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.processor.AgentHost;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;

/**
 * The thread that runs all agents of a pipeline. Another thread can pause it between two duty
 * cycles. Transactions that are submitted during a pause arrive at the pipeline at the same moment.
 */
final class AgentThread implements AgentHost {

  @Shared(
      writers = "the agents' thread, during a duty cycle",
      readers = "the thread that pauses the agents",
      access = "fair lock")
  private final ReentrantLock duty = new ReentrantLock(true);

  private Thread thread;

  @Shared(
      writers = "the thread that closes the pipeline",
      readers = "the agents' thread",
      access = "volatile; set once")
  private volatile boolean stopping;

  @Override
  public void run(Agent agent) {
    thread = new Thread(() -> runUntilStopped(agent), "play-pipeline");
    thread.setDaemon(true);
    thread.start();
  }

  private void runUntilStopped(Agent agent) {
    IdleStrategy idle = new BackoffIdleStrategy(100, 20, 1_000, 1_000_000);
    try {
      while (!stopping) {
        idle.idle(dutyCycle(agent));
      }
    } catch (Exception failed) {
      // The pipeline's wrapper of the agent has already closed the pipeline because of the
      // exception.
      stopping = true;
    } finally {
      agent.onClose();
    }
  }

  private int dutyCycle(Agent agent) throws Exception {
    duty.lock();
    try {
      return agent.doWork();
    } finally {
      duty.unlock();
    }
  }

  /**
   * Runs an action while the agents are paused. Any thread may call this method, except the thread
   * of the agents.
   */
  void whilePaused(Runnable action) {
    duty.lock();
    try {
      action.run();
    } finally {
      duty.unlock();
    }
  }

  @Override
  public void wakeUp() {
    LockSupport.unpark(thread);
  }

  @Override
  public boolean stop(long timeoutNs) {
    stopping = true;
    wakeUp();
    try {
      thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(timeoutNs)));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return !thread.isAlive();
  }

  @Override
  public boolean isHostThread() {
    return Thread.currentThread() == thread;
  }
}
