package dev.yardmaster.server.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class ClusterOperationsTest {

  @Test
  void theOperatorOfARecoveredServerHearsOfCommitsThatAreThereInPart() {
    assertEquals("done", ClusterOperations.recovered(0));
    String answer = ClusterOperations.recovered(17);
    assertTrue(answer.contains("up to version 17 may be there only in part"), answer);
  }

  @Test
  void theAuditLogDoesNotCallAChangeFailedThatMayStillTakeEffect() {
    assertEquals("done", ClusterOperations.outcome(null));
    assertEquals("failed", ClusterOperations.outcome(new IllegalArgumentException("no member")));
    assertEquals("unknown", ClusterOperations.outcome(new TimeoutException()));
  }
}
