package dev.yardmaster.jdbc.admission;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.yardmaster.jdbc.sql.RowUse;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PredictionsTest {
  private static final List<RowUse> FIRST = List.of(new RowUse(1, 1, false));
  private static final List<RowUse> ALL =
      List.of(new RowUse(1, 1, false), new RowUse(1, 2, true), new RowUse(2, 2, true));

  private final Predictions predictions = new Predictions();

  @Test
  void eachFirstTextHasOneTemplate() {
    TransactionTemplate known = predictions.template("SELECT 1");
    assertSame(known, predictions.template("SELECT 1"));
    assertNotSame(known, predictions.template("SELECT 2"));
  }

  @Test
  void templatesAreBounded() {
    TransactionTemplate first = predictions.template("SELECT 0");
    for (int i = 1; i < 1_000; i++) {
      assertNotNull(predictions.template("SELECT " + i));
    }
    assertSame(first, predictions.template("SELECT 0"));
    assertNotNull(predictions.template("SELECT 1000"));
    assertNotSame(
        first, predictions.template("SELECT 0"), "a new template must have replaced the template");
  }

  @Test
  void anAbortedTransactionsRowsAreKnownOnceWhenItBeginsTheSameWay() {
    predictions.aborted("SELECT 1", FIRST, ALL);
    assertEquals(ALL, predictions.knownRows("SELECT 1", FIRST));
    assertEquals(FIRST, predictions.knownRows("SELECT 1", FIRST), "only once");
  }

  @Test
  void anotherTransactionIsNotTakenForIt() {
    List<RowUse> others = List.of(new RowUse(1, 9, false));
    predictions.aborted("SELECT 1", FIRST, ALL);
    assertEquals(others, predictions.knownRows("SELECT 1", others));
    predictions.aborted("SELECT 1", FIRST, ALL);
    assertEquals(FIRST, predictions.knownRows("SELECT 2", FIRST));
  }

  @Test
  void threadsAreNotTakenForEachOther() throws InterruptedException {
    Thread other = new Thread(() -> predictions.aborted("SELECT 1", FIRST, ALL));
    other.start();
    other.join();
    assertEquals(FIRST, predictions.knownRows("SELECT 1", FIRST));
  }

  @Test
  void threadsThatNeverCameBackTakeNobodysRoom() throws InterruptedException {
    for (int i = 0; i < 10_001; i++) {
      Thread gone = new Thread(() -> predictions.aborted("SELECT 1", FIRST, ALL));
      gone.start();
      gone.join();
    }
    predictions.aborted("SELECT 1", FIRST, ALL);
    assertEquals(ALL, predictions.knownRows("SELECT 1", FIRST));
  }
}
