package dev.yardmaster.server.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ClusterOperationsTest {

  @Test
  void theOperatorOfARecoveredServerHearsOfCommitsThatAreThereInPart() {
    assertEquals("done", ClusterOperations.recovered(0));
    String answer = ClusterOperations.recovered(17);
    assertTrue(answer.contains("up to version 17 may be there only in part"), answer);
  }
}
