package dev.yardmaster.jdbc.admission;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.yardmaster.jdbc.admission.TransactionClasses.Aborted;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TransactionClassesTest {
  private static final Aborted ABORTED = new Aborted("SELECT 1", List.of(), List.of(), 0, 5);

  private final TransactionClasses classes =
      new TransactionClasses(() -> new TransactionClass(false, 1));

  @Test
  void eachFirstTextHasOneClass() {
    TransactionClass known = classes.of("SELECT 1");
    assertSame(known, classes.of("SELECT 1"));
    assertNotSame(known, classes.of("SELECT 2"));
    assertEquals(2, classes.all().size());
  }

  @Test
  void classesAreBounded() {
    TransactionClass first = classes.of("SELECT 0");
    for (int i = 1; i < 1_000; i++) {
      assertNotNull(classes.of("SELECT " + i));
    }
    assertSame(first, classes.of("SELECT 0"));
    assertNotNull(classes.of("SELECT 1000"));
    assertNotSame(first, classes.of("SELECT 0"), "the class must have been replaced by a new one");
  }

  @Test
  void anAbortedTransactionIsKnownOnceWhenTheNextBeginsTheSameWay() {
    classes.recordAborted(ABORTED);
    assertEquals(ABORTED, classes.takeAborted("SELECT 1"));
    assertNull(classes.takeAborted("SELECT 1"), "only once");
    classes.recordAborted(ABORTED);
    assertNull(classes.takeAborted("SELECT 2"));
    assertNull(classes.takeAborted("SELECT 1"), "another transaction came between");
  }

  @Test
  void anotherThreadsTransactionIsNotReturned() throws InterruptedException {
    Thread other = new Thread(() -> classes.recordAborted(ABORTED));
    other.start();
    other.join();
    assertNull(classes.takeAborted("SELECT 1"));
  }

  @Test
  void recordsOfThreadsThatHaveEndedAreBounded() throws InterruptedException {
    for (int i = 0; i < 10_001; i++) {
      Thread gone = new Thread(() -> classes.recordAborted(ABORTED));
      gone.start();
      gone.join();
    }
    classes.recordAborted(ABORTED);
    assertEquals(ABORTED, classes.takeAborted("SELECT 1"));
  }
}
