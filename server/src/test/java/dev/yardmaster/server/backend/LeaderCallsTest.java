package dev.yardmaster.server.backend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.OneShot;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.SnapshotOptions;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.service.EncodedCalls;
import java.lang.reflect.Proxy;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

/** Tests the calls of a server of a cluster. A test completes the leader's outcomes itself. */
class LeaderCallsTest {

  private final HandOverGate gate = new HandOverGate();
  private final CompletableFuture<Object> outcome = new CompletableFuture<>();
  private int made;

  /** A leader that has not answered any call. */
  private final EncodedCalls leader =
      (EncodedCalls)
          Proxy.newProxyInstance(
              EncodedCalls.class.getClassLoader(),
              new Class<?>[] {EncodedCalls.class},
              (proxy, method, arguments) -> {
                made++;
                return method.getReturnType() == CompletionStage.class ? outcome : null;
              });

  private EncodedCalls leading = leader;

  private final LeaderCalls calls =
      new LeaderCalls(
          gate,
          () -> leading,
          () -> new YardmasterException(ErrorCode.NOT_LEADER, "n2 leads"),
          options -> CompletableFuture.failedFuture(new IllegalStateException("follower")));

  private CompletionStage<Outcome<OneShot.Result>> submit() {
    return calls.submit(
        OneShot.builder().read(Key.of("t", 1)).build(), TransactionOptions.defaults());
  }

  private static void assertRefused(CompletionStage<Outcome<OneShot.Result>> call) {
    Outcome<OneShot.Result> refused = call.toCompletableFuture().join();
    assertEquals(
        ErrorCode.NOT_LEADER, assertInstanceOf(Outcome.Rejected.class, refused).error().code());
  }

  @Test
  void aHandOverWaitsForEachCallThatWasAdmitted() {
    submit();
    gate.close();
    assertFalse(gate.isEmpty());
    assertRefused(submit());
    assertEquals(1, made);
    outcome.complete(null);
    assertTrue(gate.isEmpty());
  }

  @Test
  void aCallThatFailsHasEnded() {
    submit();
    outcome.completeExceptionally(new IllegalStateException("the pipeline ended"));
    assertTrue(gate.isEmpty());
  }

  @Test
  void aCallThatCannotBeMadeHasEnded() {
    EncodedCalls broken =
        (EncodedCalls)
            Proxy.newProxyInstance(
                EncodedCalls.class.getClassLoader(),
                new Class<?>[] {EncodedCalls.class},
                (proxy, method, arguments) -> {
                  throw new IllegalArgumentException("bad argument");
                });
    leading = broken;
    assertThrows(IllegalArgumentException.class, this::submit);
    assertTrue(gate.isEmpty());
  }

  @Test
  void theGateOpensWhenAllHandOversHaveEnded() {
    gate.close();
    gate.close();
    gate.open();
    assertRefused(submit());
    gate.open();
    submit();
    assertEquals(1, made);
  }

  @Test
  void aServerThatDoesNotLeadRefusesCalls() {
    leading = null;
    assertRefused(submit());
    assertTrue(gate.isEmpty());
    assertThrows(YardmasterException.class, () -> calls.open(TransactionOptions.defaults(), null));
  }

  @Test
  void duringAHandOverNoTransactionAndNoSnapshotOfTheLeaderOpens() {
    gate.close();
    assertThrows(YardmasterException.class, () -> calls.open(TransactionOptions.defaults(), null));
    assertEquals(
        "n2 leads",
        assertInstanceOf(YardmasterException.class, failure(SnapshotOptions.strict())).text());
    assertEquals("follower", failure(SnapshotOptions.strict().atAnyServer()).getMessage());
    assertEquals(0, made);
  }

  private Throwable failure(SnapshotOptions options) {
    return assertThrows(
            ExecutionException.class, () -> calls.snapshot(options).toCompletableFuture().get())
        .getCause();
  }
}
