package dev.yardmaster.jdbc.admission;

import static dev.yardmaster.jdbc.admission.TestClient.aborted;
import static dev.yardmaster.jdbc.admission.TestClient.done;
import static dev.yardmaster.jdbc.admission.TestClient.waits;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.jdbc.figures.DatabaseFigures;
import dev.yardmaster.jdbc.figures.PassReason;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the switch of a database whose transactions wait, and the figures of its transactions. */
@Timeout(60)
class SchedulingSwitchTest {
  private static final String BALANCE = "SELECT balance FROM accounts WHERE id = ?";
  private static final String SET_BALANCE = "UPDATE accounts SET balance = 0 WHERE id = ?";

  private final TestAdmission scene = new TestAdmission();
  private final DatabaseWatch database = scene.watch();
  private final TestClient one = scene.client();
  private final TestClient two = scene.client();

  @AfterEach
  void close() {
    scene.close();
  }

  private long passed(PassReason reason) {
    return database.figures().passed().get(reason);
  }

  @Test
  void whenItIsSwitchedOffAllWaitingTransactionsStart() {
    TestClient three = scene.client();
    one.goOn(SET_BALANCE, 1);
    Future<Void> second = two.begin(SET_BALANCE, 1);
    waits(scene, 1, second);
    Future<Void> third = three.begin(SET_BALANCE, 1);
    waits(scene, 2, third);
    database.switchTo(false);
    done(second);
    done(third);
    assertFalse(database.isOn());
    two.commit();
    three.commit();
    one.commit();
    assertEquals(2, passed(PassReason.OFF));
    assertEquals(3, database.figures().committed());
    assertEquals(0, database.figures().queued());
    assertEquals(0, database.figures().running());
  }

  @Test
  void whileItIsOffNoTransactionWaitsAndAfterwardsTheyWaitAgain() {
    database.switchTo(false);
    one.goOn(SET_BALANCE, 1);
    two.goOn(SET_BALANCE, 1);
    one.commit();
    two.commit();
    assertEquals(2, passed(PassReason.OFF));
    assertEquals(0, database.figures().scheduledClasses());
    database.switchTo(true);
    one.goOn(SET_BALANCE, 1);
    Future<Void> waiting = two.begin(SET_BALANCE, 1);
    waits(scene, 1, waiting);
    one.commit();
    done(waiting);
    two.commit();
    assertEquals(1, database.figures().scheduledClasses());
  }

  @Test
  void anObserverSeesWhatWaitsOnTheThreadThatWaits() throws InterruptedException {
    List<String> seen = new CopyOnWriteArrayList<>();
    CountDownLatch began = new CountDownLatch(1);
    database.observeWaits(
        () -> {
          Thread waiting = Thread.currentThread();
          seen.add("begin");
          began.countDown();
          return () -> seen.add(waiting == Thread.currentThread() ? "end" : "another thread");
        });
    one.goOn(SET_BALANCE, 1);
    assertEquals(List.of(), seen, "it did not wait");
    Future<Void> second = two.begin(SET_BALANCE, 1);
    waits(scene, 1, second);
    // The transaction is in the queue before the observer is called.
    assertTrue(began.await(30, TimeUnit.SECONDS));
    assertEquals(List.of("begin"), seen);
    one.commit();
    done(second);
    two.commit();
    assertEquals(List.of("begin", "end"), seen);
    database.observeWaits(null);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anObserverThatThrowsHarmsNoTransactionAndIsRemoved(boolean atTheEnd) {
    AtomicInteger calls = new AtomicInteger();
    database.observeWaits(
        () -> {
          calls.incrementAndGet();
          if (!atTheEnd) {
            throw new IllegalStateException("begin");
          }
          return () -> {
            throw new IllegalStateException("end");
          };
        });
    for (int i = 0; i < 2; i++) {
      one.goOn(SET_BALANCE, 1);
      Future<Void> second = two.begin(SET_BALANCE, 1);
      waits(scene, 1, second);
      one.commit();
      done(second);
      two.commit();
    }
    assertEquals(1, calls.get());
    assertEquals(4, database.figures().committed());
    assertEquals(0, database.figures().queued());
    assertEquals(0, database.figures().running());
  }

  @Test
  void transactionsThatBeganBeforeTheSwitchEndAsUsual() {
    one.goOn(SET_BALANCE, 1);
    database.switchTo(false);
    database.switchTo(true);
    Future<Void> waiting = two.begin(SET_BALANCE, 1);
    waits(scene, 1, waiting);
    one.commit();
    done(waiting);
    two.rollBack();
    assertEquals(0, passed(PassReason.OFF));
    assertEquals(1, database.figures().rolledBack());
  }

  @Test
  void theFiguresShowHowTransactionsEndedAndHowTheyWaited() {
    one.goOn(SET_BALANCE, 1);
    Future<Void> waiting = two.begin(SET_BALANCE, 1);
    waits(scene, 1, waiting);
    scene.advance(Duration.ofMillis(30));
    one.commit();
    done(waiting);
    two.failed(aborted(), SET_BALANCE, 2);
    two.rollBack();
    one.goOn(BALANCE, 5);
    one.failed(new SQLException("twice", "23505"), SET_BALANCE, 5);
    one.rollBack();
    one.goOn("LOCK TABLE accounts");
    one.rollBack();
    DatabaseFigures figures = database.figures();
    assertEquals(Map.of("40001", 1L, "23505", 1L), figures.abortsBySqlState());
    assertEquals(1, figures.conflicts());
    assertEquals(1, figures.committed());
    assertEquals(1, figures.rolledBack());
    assertEquals(4, figures.transactions());
    assertEquals(1, figures.waits());
    assertEquals(Duration.ofMillis(30).toNanos(), figures.waitedNs());
    assertEquals(Duration.ofMillis(30).toNanos(), figures.longestWaitNs());
    assertEquals(1, figures.passed().get(PassReason.NO_ROWS));
    assertEquals(1, figures.allPassed());
  }

  @Test
  void aTransactionCountsOnceForTheReasonWhyItPassed() {
    one.session.passThrough(true);
    one.goOn(SET_BALANCE, 1);
    one.commit();
    one.session.passThrough(false);
    one.goOn("SELECT 1 FROM accounts");
    one.goOn(SET_BALANCE, 1);
    Future<Void> late = two.begin(SET_BALANCE, 1);
    waits(scene, 1, late);
    scene.advance(TestAdmission.MAX_WAIT);
    done(late);
    one.commit();
    two.commit();
    assertEquals(1, passed(PassReason.ISOLATION));
    assertEquals(1, passed(PassReason.LATE_ROWS));
    assertEquals(1, passed(PassReason.MAX_WAIT));
    assertEquals(3, database.figures().allPassed());
    assertEquals(3, database.figures().committed());
  }

  @Test
  void anErrorOfASingleQueryDoesNotCountForTheNextTransaction() {
    var unused = one.beginAlone(BALANCE, 1);
    one.answered(aborted());
    one.goOn(SET_BALANCE, 1);
    one.rollBack();
    assertEquals(1, database.figures().rolledBack());
    assertEquals(0, database.figures().aborted());
  }
}
