package dev.yardmaster.benchmarks.attack;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * An attack whose threads act at a fixed rate. The rate bounds the work of the attackers, which on
 * one machine would otherwise take the server's cores. A thread that is late does not catch up.
 */
abstract class PacedAttack implements Attack {

  private static final long END_TIMEOUT_MS = 5_000;
  private static final long OPENING_TIMEOUT_S = 50;

  private final List<Thread> threads = new ArrayList<>();

  /** Has a permit for each thread whose opening acts are done. */
  private final Semaphore opened = new Semaphore(0);

  /** The threads of the attack write this counter; the thread that started the attack reads it. */
  private final AtomicLong acts = new AtomicLong();

  /** The thread that closes the attack writes this field; the threads of the attack read it. */
  private volatile boolean closed;

  /** One thread's part of the attack. Only that thread calls the methods. */
  interface Lane extends Closeable {

    /** Acts once. After an exception the lane goes on with its next act. */
    void act() throws IOException;

    /** Returns the number of acts after which the attack is in force; they follow at once. */
    default int openingActs() {
      return 1;
    }
  }

  /**
   * Starts a thread that acts.
   *
   * @param actsPerSecond the number of acts in each second; 0 for no pause between acts
   */
  final void start(Lane lane, int actsPerSecond) {
    long periodNs = actsPerSecond == 0 ? 0 : TimeUnit.SECONDS.toNanos(1) / actsPerSecond;
    Thread thread = new Thread(() -> run(lane, periodNs), "attack-" + threads.size());
    thread.setDaemon(true);
    threads.add(thread);
    thread.start();
  }

  private void run(Lane lane, long periodNs) {
    try (lane) {
      for (int i = 0; i < lane.openingActs() && !closed; i++) {
        act(lane);
      }
      opened.release();
      while (!closed) {
        long beganNs = System.nanoTime();
        act(lane);
        long leftNs = periodNs - (System.nanoTime() - beganNs);
        if (leftNs > 0 && !closed) {
          LockSupport.parkNanos(leftNs);
        }
      }
    } catch (IOException e) {
      // The connections are closed, whatever the server says.
    }
  }

  private void act(Lane lane) {
    try {
      lane.act();
    } catch (IOException refused) {
      // The server has closed a connection, which it may do to an attacker.
    }
    acts.incrementAndGet();
  }

  /** Waits until the attack is in force. */
  final void awaitOpened() throws InterruptedException {
    if (!opened.tryAcquire(threads.size(), OPENING_TIMEOUT_S, TimeUnit.SECONDS)) {
      throw new IllegalStateException("the attack did not begin in " + OPENING_TIMEOUT_S + " s");
    }
  }

  @Override
  public final long acts() {
    return acts.get();
  }

  @Override
  public final void close() {
    closed = true;
    threads.forEach(LockSupport::unpark);
    try {
      for (Thread thread : threads) {
        thread.join(END_TIMEOUT_MS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
