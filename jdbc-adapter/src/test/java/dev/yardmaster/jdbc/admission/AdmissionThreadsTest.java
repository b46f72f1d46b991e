package dev.yardmaster.jdbc.admission;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.jdbc.admission.settings.AdmissionConfig;
import dev.yardmaster.jdbc.schedule.ScheduleConfig;
import dev.yardmaster.jdbc.sql.RowUse;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests that two admitted transactions never write the same row at the same time, and that every
 * wait ends, whether the transactions run without the lock or in the schedule.
 */
@Timeout(120)
class AdmissionThreadsTest {
  private static final int THREADS = 6;
  private static final int TRANSACTIONS = 4_000;
  private static final WaitBound BOUND = new WaitBound(Duration.ofHours(1).toNanos(), 0, false);

  private final SchedulingSwitch gate = new SchedulingSwitch();
  private final Admission admission =
      new Admission(
          new AdmissionConfig(
              new ScheduleConfig(50, Integer.MAX_VALUE, 1_000, 1_000), Duration.ofHours(1), true),
          gate,
          SystemNanoClock.INSTANCE);

  @RepeatedTest(4)
  void noTwoTransactionsWriteOneRow(RepetitionInfo repetition) throws Exception {
    // With few rows most transactions wait; with many rows most transactions conflict with no
    // other.
    int rows = new int[] {3, 12, 60, 1_000}[repetition.getCurrentRepetition() - 1];
    assertEquals(0, violations(rows, () -> {}), "rows=" + rows);
    AdmissionFigures figures = admission.figures();
    if (rows == 1_000) {
      assertTrue(figures.waited() < figures.admitted() / 4, figures.toString());
    }
  }

  @Test
  void aSwitchThatMovesAllTheTimeLosesNoTransaction() throws Exception {
    AtomicInteger moves = new AtomicInteger();
    violations(3, () -> gate.switchTo(moves.getAndIncrement() % 2 != 0));
    gate.switchTo(true);
    assertEquals(
        0, violations(3, () -> {}), "after the switch, transactions have their turns again");
  }

  /**
   * Runs transactions on some rows, and returns how often two of them wrote a row at the same time.
   *
   * @param meanwhile runs again and again while the transactions run
   */
  private int violations(int rows, Runnable meanwhile) throws Exception {
    long admittedBefore = admission.figures().admitted();
    AtomicIntegerArray writers = new AtomicIntegerArray(rows);
    AtomicInteger violations = new AtomicInteger();
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<?>> clients = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        SplittableRandom random = new SplittableRandom(31L * rows + i);
        clients.add(
            threads.submit(
                () -> {
                  for (int n = 0; n < TRANSACTIONS; n++) {
                    violations.addAndGet(transaction(random, writers));
                  }
                  return null;
                }));
      }
      long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(100);
      while (!clients.stream().allMatch(Future::isDone) && System.nanoTime() - deadlineNs < 0) {
        meanwhile.run();
        LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(100));
      }
      for (Future<?> client : clients) {
        client.get(1, TimeUnit.SECONDS);
      }
    } finally {
      threads.shutdownNow();
    }
    AdmissionFigures figures = admission.figures();
    assertEquals(THREADS * TRANSACTIONS, figures.admitted() - admittedBefore);
    assertEquals(0, figures.running());
    assertEquals(0, figures.queued());
    return violations.get();
  }

  /**
   * Runs a transaction, and returns how many of its rows another transaction wrote at the same
   * time.
   */
  private int transaction(SplittableRandom random, AtomicIntegerArray writers) throws Exception {
    int row = random.nextInt(writers.length());
    int other = random.nextInt(writers.length());
    List<RowUse> uses = new ArrayList<>();
    uses.add(use(row, true));
    if (other != row) {
      uses.add(use(other, random.nextBoolean()));
    }
    AdmittedTicket ticket = admission.admit(uses, new CancellableTimeout(), BOUND);
    int found = 0;
    for (RowUse use : uses) {
      found += use.writes() && writers.getAndIncrement((int) use.row()) != 0 ? 1 : 0;
    }
    if (random.nextInt(4) == 0) {
      LockSupport.parkNanos(1);
    }
    if (random.nextInt(8) == 0) {
      // A row that is named while the transaction runs only delays later transactions. Running
      // transactions may already use this row.
      admission.alsoUses(ticket, List.of(use(random.nextInt(writers.length()), false)));
    }
    for (RowUse use : uses) {
      if (use.writes()) {
        writers.decrementAndGet((int) use.row());
      }
    }
    admission.end(ticket);
    return found;
  }

  private static RowUse use(int row, boolean writes) {
    return new RowUse(1, row, writes);
  }

  /** A thread that another thread overtakes while its first transaction is counted. */
  private static final class OvertakenThread extends Thread {
    private final Runnable overtaking;
    private final AtomicBoolean isCounted = new AtomicBoolean();

    OvertakenThread(Runnable work, Runnable overtaking) {
      super(work);
      this.overtaking = overtaking;
    }

    /** The map of running transactions calls this method when the thread is counted. */
    @Override
    public int hashCode() {
      if (Thread.currentThread() == this && isCounted.compareAndSet(false, true)) {
        overtaking.run();
      }
      return super.hashCode();
    }
  }

  @Test
  void aTransactionThatIsRemovedWhileItStartsDoesNotCountForEver() throws Exception {
    AtomicLong nowNs = new AtomicLong();
    long stepNs = 1_000;
    WaitBound oneStep = new WaitBound(stepNs, 0, false);
    List<RowUse> row = List.of(new RowUse(1, 1, true));
    Admission stepping =
        new Admission(
            new AdmissionConfig(
                new ScheduleConfig(50, Integer.MAX_VALUE, 1_000, 1_000), Duration.ofHours(1), true),
            gate,
            () -> nowNs.addAndGet(stepNs));
    CompletableFuture<AdmittedTicket> first = new CompletableFuture<>();
    CompletableFuture<AdmittedTicket> second = new CompletableFuture<>();
    Runnable overtaking =
        () -> {
          Thread other = new Thread(() -> complete(second, stepping, row, oneStep));
          other.start();
          second.join();
        };
    new OvertakenThread(() -> complete(first, stepping, row, oneStep), overtaking).start();
    stepping.end(first.get(30, TimeUnit.SECONDS));
    stepping.end(second.get(30, TimeUnit.SECONDS));
    assertEquals(0, stepping.figures().running());
  }

  private static void complete(
      CompletableFuture<AdmittedTicket> admitted,
      Admission admission,
      List<RowUse> rows,
      WaitBound bound) {
    try {
      admitted.complete(admission.admit(rows, new CancellableTimeout(), bound));
    } catch (SQLException cancelled) {
      admitted.completeExceptionally(cancelled);
    }
  }
}
