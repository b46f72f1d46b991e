package dev.yardmaster.replication.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

class ConfirmationsTest {

  private final List<CompletableFuture<Long>> rounds = new ArrayList<>();
  private long nowNs = 1_000;
  private final Confirmations confirmations = new Confirmations(this::begin, () -> nowNs);

  private CompletableFuture<Long> begin() {
    rounds.add(new CompletableFuture<>());
    return rounds.get(rounds.size() - 1);
  }

  private CompletableFuture<Void> now() {
    return confirmations.since(nowNs);
  }

  @Test
  void requestsDuringARoundShareTheNextOne() {
    CompletableFuture<Void> first = now();
    nowNs++;
    CompletableFuture<Void> second = now();
    nowNs++;
    CompletableFuture<Void> third = now();
    assertEquals(1, rounds.size());

    rounds.get(0).complete(1L);

    assertTrue(first.isDone());
    assertFalse(second.isDone());
    assertEquals(2, rounds.size());
    rounds.get(1).complete(2L);
    assertTrue(second.isDone());
    assertTrue(third.isDone());
    assertEquals(2, confirmations.rounds());
  }

  @Test
  void aRoundServesARequestThatAllowsItsBegin() {
    CompletableFuture<Void> first = now();
    nowNs += 100;
    CompletableFuture<Void> stale = confirmations.since(nowNs - 100);
    CompletableFuture<Void> newer = confirmations.since(nowNs - 99);

    rounds.get(0).complete(1L);

    assertTrue(first.isDone());
    assertTrue(stale.isDone());
    assertFalse(newer.isDone());
    rounds.get(1).complete(1L);
    assertTrue(newer.isDone());
  }

  @Test
  void anEarlierConfirmationIsReusedAsLongAsItIsNewEnough() {
    CompletableFuture<Void> unused = now();
    rounds.get(0).complete(1L);
    nowNs += 100;
    assertTrue(confirmations.since(nowNs - 100).isDone());
    assertEquals(1, rounds.size());
    nowNs++;
    assertFalse(confirmations.since(nowNs - 100).isDone());
    assertEquals(2, rounds.size());
  }

  @Test
  void aFailedRoundConfirmsNothing() {
    CompletableFuture<Void> first = now();
    nowNs++;
    CompletableFuture<Void> second = now();
    IllegalStateException failure = new IllegalStateException("no leader");

    rounds.get(0).completeExceptionally(failure);

    assertSame(failure, assertThrows(CompletionException.class, first::join).getCause());
    assertFalse(second.isDone());
    assertFalse(confirmations.since(0).isDone());
    rounds.get(1).complete(1L);
    assertTrue(second.isDone());
    assertTrue(confirmations.since(0).isDone());
  }

  @Test
  void allRequestsFailAtTheEnd() {
    CompletableFuture<Void> running = now();
    nowNs++;
    CompletableFuture<Void> waiting = now();
    IllegalStateException over = new IllegalStateException("over");

    confirmations.end(over);

    for (CompletableFuture<Void> each : List.of(running, waiting, confirmations.since(0))) {
      assertSame(over, assertThrows(CompletionException.class, each::join).getCause());
    }
    rounds.get(0).complete(1L);
    assertEquals(1, rounds.size());
    assertTrue(confirmations.since(0).isCompletedExceptionally());
  }
}
