package dev.yardmaster.benchmarks.attack;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.NanoClock;

/**
 * An attack whose threads act at a fixed rate. The rate bounds the work of the attackers. Without a
 * bound, attackers on the same machine would take the server's cores. A thread that is late catches
 * up by at most one act.
 */
final class PacedAttack implements Attack {

  private static final long END_TIMEOUT_MS = 5_000;
  private static final long OPENING_TIMEOUT_S = 50;

  private final List<Thread> threads = new ArrayList<>();
  private final AttackCounters counters;
  private final NanoClock clock;

  /**
   * Gets one permit from each thread after the thread's opening acts. The attack is active when all
   * threads have performed their opening acts.
   */
  private final Semaphore opened = new Semaphore(0);

  /** The thread that closes the attack writes this field, and the threads of the attack read it. */
  private volatile boolean closed;

  /** The acts of one thread of the attack. Only that thread calls the methods. */
  interface Lane extends Closeable {

    /**
     * Acts once. After an {@code IOException} the thread continues with the next act. Any other
     * exception ends the attack.
     *
     * @throws IOException if the server does not react as expected
     */
    Reaction act() throws IOException;

    /**
     * Returns the number of acts after which the attack counts as active. The thread performs these
     * acts without pauses.
     */
    default int openingActs() {
      return 1;
    }
  }

  PacedAttack(AttackCounters counters, NanoClock clock) {
    this.clock = clock;
    this.counters = counters;
  }

  /**
   * Starts a thread that acts.
   *
   * @param actsPerSecond the number of acts in each second; 0 for no pause between acts
   */
  void start(Lane lane, double actsPerSecond) {
    long periodNs =
        actsPerSecond == 0 ? 0 : Math.round(TimeUnit.SECONDS.toNanos(1) / actsPerSecond);
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
      long dueNs = clock.nanoTime();
      while (!closed) {
        act(lane);
        long nowNs = clock.nanoTime();
        dueNs = Math.max(dueNs, nowNs - 2 * periodNs) + periodNs;
        while (dueNs - nowNs > 0 && !closed) {
          LockSupport.parkNanos(dueNs - nowNs);
          nowNs = clock.nanoTime();
        }
      }
    } catch (IOException e) {
      // Only closing the connections failed, so the counts of acts are still right.
    } finally {
      if (!closed) {
        counters.threadEnded();
      }
    }
  }

  private void act(Lane lane) {
    try {
      switch (lane.act()) {
        case ACCEPTED -> counters.accepted();
        case REFUSED -> counters.refused();
      }
    } catch (IOException unexpected) {
      counters.failed();
    }
  }

  /** Waits until the attack is active. */
  void awaitOpened() throws InterruptedException {
    if (!opened.tryAcquire(threads.size(), OPENING_TIMEOUT_S, TimeUnit.SECONDS)) {
      throw new IllegalStateException("the attack did not begin in " + OPENING_TIMEOUT_S + " s");
    }
  }

  @Override
  public AttackCounts counts() {
    return counters.counts();
  }

  @Override
  public void close() {
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
