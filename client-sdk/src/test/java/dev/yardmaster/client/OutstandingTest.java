package dev.yardmaster.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Tests the count of the transactions that have no outcome. */
class OutstandingTest extends ClusterTestCase {

  @Test
  void aTransactionThatCannotBeginIsNotCounted() {
    start(config("a:1").maxOutstanding(1));
    AsyncLogic<String> logic = transaction -> CompletableFuture.completedFuture("done");
    assertThrows(NullPointerException.class, () -> client.submit(logic, null));
    assertEquals(0, client.state().outstanding());
    assertThrows(NullPointerException.class, () -> client.begin(null));
    assertEquals(0, client.state().outstanding());
    a.answersAtOnce();
    assertCommitted(submit(ADD));
  }
}
