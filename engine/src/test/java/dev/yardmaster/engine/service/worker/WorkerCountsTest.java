package dev.yardmaster.engine.service.worker;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.yardmaster.engine.EngineConfig;
import org.junit.jupiter.api.Test;

/** Tests how many workers an engine has for procedures, callers, snapshots and checkpoints. */
class WorkerCountsTest {

  private static int workers(String protocol, int ofProcedures, int interactive) {
    return ServiceWorkers.count(
        EngineConfig.builder()
            .protocol(protocol)
            .workers(ofProcedures)
            .interactive(interactive)
            .build());
  }

  /** With more than 64 workers, the records of locking protocols are longer. */
  @Test
  void stepsOfCallersUseTheWorkersUpTo64() {
    assertEquals(64, workers("silo", 2, 100));
    assertEquals(64, workers("ssn", 2, 100));
  }

  @Test
  void thereAreNotMoreWorkersForStepsThanOpenTransactions() {
    assertEquals(2 + 10, workers("silo", 2, 10));
  }

  @Test
  void stepsHaveAtLeastAsManyWorkersAsProcedures() {
    assertEquals(40 + 40, workers("silo", 40, 64));
  }

  @Test
  void aTransactionThatKeepsItsLocksHasItsOwnWorker() {
    assertEquals(2 + 100, workers("wound-wait", 2, 100));
  }
}
