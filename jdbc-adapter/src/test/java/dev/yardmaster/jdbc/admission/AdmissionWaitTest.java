package dev.yardmaster.jdbc.admission;

import static dev.yardmaster.jdbc.admission.TestClient.done;
import static dev.yardmaster.jdbc.admission.TestClient.thrown;
import static dev.yardmaster.jdbc.admission.TestClient.waits;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.jdbc.admission.settings.AdmissionConfig;
import dev.yardmaster.jdbc.schedule.ScheduleConfig;
import dev.yardmaster.jdbc.sql.RowUse;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.agrona.concurrent.NanoClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the ways in which a wait can end without an admission. */
@Timeout(60)
class AdmissionWaitTest {
  private static final String SET_BALANCE = "UPDATE accounts SET balance = 0 WHERE id = ?";
  private static final WaitBound BOUND = new WaitBound(Duration.ofHours(1).toNanos(), 0, false);
  private static final List<RowUse> ROW = List.of(new RowUse(1, 1, true));

  private final TestAdmission scene = new TestAdmission();
  private final TestClient one = scene.client();
  private final TestClient two = scene.client();

  @AfterEach
  void close() {
    scene.close();
  }

  private AdmissionFigures figures() {
    return scene.figures();
  }

  private Future<Void> secondWaitsForFirst() {
    one.goOn(SET_BALANCE, 1);
    Future<Void> waiting = two.begin(SET_BALANCE, 1);
    waits(scene, 1, waiting);
    return waiting;
  }

  @Test
  void whoHasWaitedForTooLongPassesThrough() {
    Future<Void> waiting = secondWaitsForFirst();
    scene.advance(TestAdmission.MAX_WAIT.minusNanos(1));
    waits(scene, 1, waiting);
    scene.advance(Duration.ofNanos(1));
    done(waiting);
    // No transaction waits any more for the first transaction, which may have been abandoned.
    assertEquals(TestAdmission.counts(2, 1, 1, 0, 0, 1), figures());
    TestClient three = scene.client();
    Future<Void> third = three.begin(SET_BALANCE, 1);
    waits(scene, 1, third);
    one.commit();
    waits(scene, 1, third);
    two.commit();
    done(third);
  }

  @Test
  void anAbandonedTransactionDelaysOthersOnceAndItsThreadIsScheduledAgain() {
    done(secondWaitsForFirstUntilItIsAbandoned());
    two.commit();
    two.goOn(SET_BALANCE, 1);
    two.commit();
    assertEquals(1, figures().waited());
    one.goOn(SET_BALANCE, 7);
    assertEquals(0, figures().running(), "the abandoned transaction must not be scheduled again");
    TestClient next = scene.client();
    next.goOn(SET_BALANCE, 2);
    Future<Void> waiting =
        one.submit(
            () -> {
              ScheduledSession fresh = scene.session();
              fresh.beforeExecution(
                  TestClient.bound(fresh, SET_BALANCE, 2), false, new CancellableTimeout());
              return null;
            });
    waits(scene, 1, waiting);
    next.commit();
    done(waiting);
  }

  private Future<Void> secondWaitsForFirstUntilItIsAbandoned() {
    Future<Void> waiting = secondWaitsForFirst();
    scene.advance(TestAdmission.MAX_WAIT);
    return waiting;
  }

  @Test
  void aCancelEndsTheWait() throws Exception {
    Future<Void> waiting = secondWaitsForFirst();
    two.waitLimit.cancel();
    SQLException cancelled = assertInstanceOf(SQLException.class, thrown(waiting));
    assertEquals("57014", cancelled.getSQLState());
    assertEquals(
        "the statement was cancelled while its transaction waited for its turn",
        cancelled.getMessage());
    assertEquals(TestAdmission.counts(1, 1, 0, 1, 0, 1), figures());
    one.commit();
    two.goOn(SET_BALANCE, 1);
    two.commit();
    assertEquals(TestAdmission.counts(2, 1, 0, 1, 0, 0), figures());
  }

  @Test
  void aCancelWhileNobodyWaitsIsNotKept() {
    two.waitLimit.cancel();
    Future<Void> waiting = secondWaitsForFirst();
    one.commit();
    done(waiting);
    two.waitLimit.cancel();
    two.commit();
    two.goOn(SET_BALANCE, 1);
  }

  @Test
  void theStatementsOwnTimeoutEndsTheWait() throws Exception {
    two.waitLimit.timeoutS = 5;
    Future<Void> waiting = secondWaitsForFirst();
    scene.advance(Duration.ofSeconds(5).minusNanos(1));
    waits(scene, 1, waiting);
    scene.advance(Duration.ofNanos(1));
    SQLException late = assertInstanceOf(SQLException.class, thrown(waiting));
    assertEquals("57014", late.getSQLState());
    assertTrue(late.getMessage().endsWith("(timeoutS=5)"), late.getMessage());
    assertEquals(TestAdmission.counts(1, 1, 0, 1, 0, 1), figures());
  }

  @Test
  void whoeverWaitedBehindACancelledOneGoesOn() throws Exception {
    Future<Void> waiting = secondWaitsForFirst();
    TestClient three = scene.client();
    Future<Void> third = three.begin(SET_BALANCE, 1);
    waits(scene, 2, third);
    two.waitLimit.cancel();
    assertInstanceOf(SQLException.class, thrown(waiting));
    waits(scene, 1, third);
    one.commit();
    done(third);
  }

  @Test
  void anInterruptEndsTheWaitAndIsKept() {
    one.goOn(SET_BALANCE, 1);
    Future<Boolean> flag =
        two.submit(
            () -> {
              two.session.beforeExecution(
                  TestClient.bound(two.session, SET_BALANCE, 1), false, two.waitLimit);
              return Thread.interrupted();
            });
    waits(scene, 1, flag);
    two.thread.interrupt();
    assertTrue(done(flag), "the interrupt status must be set after the statement");
    assertEquals(TestAdmission.counts(2, 1, 1, 0, 0, 2), figures());
  }

  @Test
  void anInterruptIsKeptEvenIfTheWaitIsCancelledToo() throws SQLException {
    CancellableTimeout waitLimit = new CancellableTimeout();
    AtomicInteger looks = new AtomicInteger();
    Thread waiting = Thread.currentThread();
    NanoClock clock =
        () -> {
          switch (Thread.currentThread() == waiting ? looks.incrementAndGet() : 0) {
            // The first read of the clock happens at the beginning of the wait, the second before
            // the thread parks.
            case 2 -> Thread.currentThread().interrupt();
            case 3 -> waitLimit.cancel();
            default -> {}
          }
          return 0;
        };
    Admission admission =
        new Admission(
            new AdmissionConfig(new ScheduleConfig(50, 100, 100, 100), Duration.ofHours(1), true),
            new SchedulingSwitch(),
            clock);
    TestClient other = scene.client();
    AdmittedTicket held =
        done(other.submit(() -> admission.admit(ROW, new CancellableTimeout(), BOUND)));
    SQLException cancelled =
        assertThrows(SQLException.class, () -> admission.admit(ROW, waitLimit, BOUND));
    assertTrue(Thread.interrupted(), "the interrupt status must not be lost");
    assertEquals("57014", cancelled.getSQLState());
    admission.end(held);
    assertEquals(0, admission.figures().running());
  }

  @Test
  void aRetryPrecedesTransactionsThatAreHeldOver() {
    WaitBound retry = new WaitBound(BOUND.boundNs(), 0, true);
    AdmittedTicket held =
        done(one.submit(() -> scene.admission.admit(ROW, new CancellableTimeout(), BOUND)));
    Future<AdmittedTicket> second =
        two.submit(() -> scene.admission.admit(ROW, new CancellableTimeout(), BOUND));
    waits(scene, 1, second);
    Future<AdmittedTicket> third =
        scene.client().submit(() -> scene.admission.admit(ROW, new CancellableTimeout(), retry));
    waits(scene, 2, third);
    scene.admission.end(held);
    AdmittedTicket retried = done(third);
    waits(scene, 1, second);
    scene.admission.end(retried);
    scene.admission.end(done(second));
  }
}
