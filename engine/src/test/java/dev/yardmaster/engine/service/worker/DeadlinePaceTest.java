package dev.yardmaster.engine.service.worker;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class DeadlinePaceTest {

  private final DeadlinePace pace = new DeadlinePace(() -> 0, () -> false, () -> {});

  private boolean givesUpWhenInterrupted() {
    Thread.currentThread().interrupt();
    boolean givesUp = pace.givesUp();
    assertTrue(Thread.interrupted()); // givesUp() must leave the interrupt set.
    return givesUp;
  }

  @Test
  void onlyAnInterruptOfTheCallerEndsAWait() {
    pace.untilInterrupted(1);
    assertFalse(pace.givesUp());
    assertTrue(givesUpWhenInterrupted());
    boolean ofAnotherThread = CompletableFuture.supplyAsync(this::givesUpWhenInterrupted).join();
    assertFalse(ofAnotherThread);
  }

  /** A procedure may leave its worker's thread interrupted. */
  @Test
  void anInterruptDoesNotEndTheWaitOfAProcedure() {
    pace.untilInterrupted(1);
    pace.until(1);
    assertFalse(givesUpWhenInterrupted());
  }

  @Test
  void aWaitEndsAtTheDeadline() {
    pace.until(0);
    assertTrue(pace.givesUp());
    pace.endless();
    assertFalse(pace.givesUp());
  }
}
