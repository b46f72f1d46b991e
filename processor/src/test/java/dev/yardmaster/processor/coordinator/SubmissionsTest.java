package dev.yardmaster.processor.coordinator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Priority;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.YardmasterException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the queues of the transactions that wait for admission. */
class SubmissionsTest {

  private static final int CAPACITY = 4;
  private static final long MS = 1_000_000;
  private static final Duration TIMEOUT = Duration.ofMillis(10);

  private final Submissions submissions = new Submissions(CAPACITY);

  /** Creates a transaction that began at time 0. */
  private static InteractiveWork work(Priority priority, boolean watchesItsTime) {
    return new InteractiveWork(
        TransactionOptions.defaults().withPriority(priority).withTimeout(TIMEOUT),
        null,
        0,
        null,
        new InteractiveWork.Caller() {
          @Override
          public void replied(InteractiveWork.Reply reply) {}

          @Override
          public boolean watchesItsTime() {
            return watchesItsTime;
          }
        });
  }

  private InteractiveWork offered(Priority priority) {
    InteractiveWork work = work(priority, false);
    assertTrue(submissions.offer(work));
    return work;
  }

  private long retryAfterMs() {
    return submissions.overloaded(Priority.NORMAL).retryAfter().orElseThrow().toMillis();
  }

  @Test
  void withoutAMeasurementTheCallerWaitsForTheLongestTime() {
    offered(Priority.NORMAL);
    assertEquals(1_000, retryAfterMs());
    assertEquals(1, submissions.refused());
  }

  @Test
  void theCallerWaitsUntilTheWaitingTransactionsAreProcessed() {
    for (int i = 0; i < CAPACITY; i++) {
      offered(Priority.NORMAL);
    }
    assertFalse(submissions.offer(work(Priority.NORMAL, false)));
    submissions.watch(100 * MS, 5);
    assertEquals(80, retryAfterMs(), "4 transactions wait, and 0.05 complete per ms");
    submissions.watch(200 * MS - 1, 5);
    assertEquals(80, retryAfterMs(), "the interval of the measurement has not passed");
    submissions.watch(200 * MS, 5 + 200);
    assertEquals(2, retryAfterMs(), "2 complete per ms");
    submissions.watch(300 * MS, 5 + 200 + 1_000);
    assertEquals(1, retryAfterMs(), "10 complete per ms, and the time is at least 1 ms");
    submissions.watch(10_300 * MS, 5 + 200 + 1_000 + 1);
    assertEquals(1_000, retryAfterMs(), "the time is at most 1,000 ms");
  }

  @Test
  void everyEighthAdmissionBeginsWithAnotherQueue() {
    Submissions large = new Submissions(64);
    for (Priority priority : Priority.values()) {
      for (int i = 0; i < 64; i++) {
        assertTrue(large.offer(work(priority, false)));
      }
    }
    List<Priority> first = new ArrayList<>();
    for (int turn = 0; turn < 48; turn++) {
      Priority admitted = large.next().options().priority();
      if (turn % 8 == 0) {
        first.add(admitted);
      } else {
        assertEquals(Priority.HIGH, admitted, "turn " + turn);
      }
    }
    assertEquals(
        List.of(
            Priority.HIGH,
            Priority.NORMAL,
            Priority.BATCH,
            Priority.HIGH,
            Priority.NORMAL,
            Priority.BATCH),
        first);
  }

  @Test
  void transactionsThatEndedWhileTheyWaitedAreSkipped() {
    assertTrue(offered(Priority.NORMAL).withdraw());
    assertTrue(offered(Priority.NORMAL).withdraw());
    InteractiveWork waiting = offered(Priority.NORMAL);
    assertEquals(3, submissions.size());
    assertFalse(submissions.isEmpty());
    assertSame(waiting, submissions.next());
    assertFalse(waiting.withdraw());
    assertTrue(submissions.isEmpty());
    assertNull(submissions.next());
  }

  @Test
  void onlyTransactionsThatWaitAndDoNotWatchTheirTimeExpire() {
    assertTrue(offered(Priority.NORMAL).withdraw());
    assertTrue(submissions.offer(work(Priority.NORMAL, true)));
    InteractiveWork waiting = offered(Priority.NORMAL);
    List<Work> expired = new ArrayList<>();
    submissions.expire(TIMEOUT.toNanos() - 1, expired::add);
    assertEquals(List.of(), expired);
    submissions.expire(TIMEOUT.toNanos(), expired::add);
    assertEquals(List.of(waiting), expired);
    submissions.expire(TIMEOUT.toNanos(), expired::add);
    assertEquals(List.of(waiting), expired, "a transaction expires once");
  }

  @Test
  void theEndOfTheServiceRejectsEachTransactionThatWaits() {
    InteractiveWork withdrawn = offered(Priority.HIGH);
    assertTrue(withdrawn.withdraw());
    List<InteractiveWork> waiting = List.of(offered(Priority.HIGH), offered(Priority.BATCH));
    submissions.reject(new YardmasterException(ErrorCode.CLOSED, "closed"));
    assertNull(withdrawn.outcome());
    for (InteractiveWork work : waiting) {
      assertEquals(
          ErrorCode.CLOSED,
          assertInstanceOf(Outcome.Rejected.class, work.outcome()).error().code());
    }
    assertEquals(0, submissions.size());
  }
}
