package dev.yardmaster.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.OneShot;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.Snapshot;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.client.testing.ManualTime;
import dev.yardmaster.client.time.ClientTime;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests the outcomes of transactions while the leader of a cluster changes. */
class LeaderChangeTest extends ClusterTestCase {

  private static final TransactionOptions ONCE =
      OPTIONS.withId(new TransactionId(ManualTime.EPOCH_MS, 2, 3));

  private void startWithLeader() {
    a.leads(1);
    b.follows(1, "a:1");
    c.follows(1, "a:1");
    start();
  }

  private void startWithoutLeader() {
    a.follows(1, "");
    b.follows(1, "");
    c.follows(1, "");
    start();
  }

  @Test
  void aSilentFormerLeaderIsLeftAfterTheGrace() {
    startWithLeader();
    var once = submit(ADD, ONCE);
    var read = submit(READ);
    var add = submit(ADD);
    assertEquals(3, a.requests().size());
    b.leads(2);
    cluster.advance(99);
    assertEquals(1, a.connections());
    assertEquals(0, b.requests().size());
    cluster.advance(1);
    assertEquals(0, a.connections());
    assertInstanceOf(Outcome.Unknown.class, outcome(add), "without an id");
    assertEquals(2, b.requests().size(), "the others are sent again without a delay");
    b.commitAll();
    assertCommitted(once);
    assertCommitted(read);
    assertEquals(
        a.requests().get(0).getOneShot().getOptions().getId(),
        b.requests().get(0).getOneShot().getOptions().getId());
    cluster.advance(5 * DELAY_MS);
    assertEquals(2, b.requests().size(), "each is sent again once");
    assertEquals(1, client.connections());
  }

  @Test
  void aFormerLeaderThatSaysSoMayAnswer() {
    startWithLeader();
    CompletionStage<Outcome<OneShot.Result>> first = submit(ADD);
    CompletionStage<Outcome<OneShot.Result>> second = submit(ADD);
    b.leads(2);
    cluster.advance(50);
    a.follows(2, "b:1");
    cluster.advance(1000);
    assertEquals(1, a.connections());
    assertNull(outcome(first));
    a.commitAll();
    assertCommitted(first);
    assertCommitted(second);
    assertEquals(0, b.requests().size());
  }

  @Test
  void theGraceOfAnOlderClaimClosesNothing() {
    startWithLeader();
    submit(ADD);
    b.leads(2);
    cluster.advance(60);
    a.leads(3);
    cluster.advance(20);
    b.follows(3, "a:1");
    c.leads(4);
    cluster.advance(60);
    assertEquals(1, a.connections(), "100 ms after the first claim was superseded");
    cluster.advance(40);
    assertEquals(0, a.connections());
    assertEquals(1, b.connections());
  }

  @Test
  void waitingTransactionsGoOnWhenALeaderAppears() {
    startWithoutLeader();
    CompletionStage<Outcome<OneShot.Result>> sent = submit(ADD);
    CompletionStage<Outcome<Object>> logic =
        client.submit(
            transaction -> {
              transaction.putLong(Key.of("n", 1), 1);
              return CompletableFuture.completedFuture(null);
            },
            OPTIONS);
    cluster.advance(DELAY_MS / 2);
    c.leads(2);
    cluster.settle();
    assertEquals(2, c.requests().size());
    c.commitAll();
    assertCommitted(sent);
    assertCommitted(logic);
    cluster.advance(3 * DELAY_MS);
    assertEquals(2, c.requests().size(), "the delays that were cut short do nothing");
  }

  @Test
  void blockingLogicGoesOnToo() {
    startWithoutLeader();
    c.answersAtOnce();
    long[] electedMs = new long[1];
    cluster.duringWait(
        () -> {
          cluster.advance(DELAY_MS / 2);
          electedMs[0] = cluster.time().epochMs();
          c.leads(2);
        });
    Outcome<Long> outcome =
        client.execute(
            transaction -> {
              long found = transaction.getLong(Key.of("n", 1));
              transaction.putLong(Key.of("n", 1), found + 1);
              return found;
            },
            OPTIONS);
    assertEquals(0L, outcome.valueOrThrow());
    assertEquals(electedMs[0], cluster.time().epochMs());
  }

  @Test
  void aSnapshotWaitsForALeaderAndEndsWithIt() {
    startWithoutLeader();
    c.answersAtOnce();
    cluster.duringWait(() -> c.leads(2));
    try (Snapshot snapshot = client.readOnly()) {
      assertEquals(7, snapshot.version());
      assertEquals(ManualTime.EPOCH_MS, cluster.time().epochMs());
      assertNull(snapshot.get(Key.of("n", 1)));
      c.goesDown();
      YardmasterException thrown =
          Assertions.assertThrows(YardmasterException.class, () -> snapshot.get(Key.of("n", 2)));
      assertEquals(ErrorCode.UNAVAILABLE, thrown.code());
    }
  }

  @Test
  void anOverloadKeepsItsDelay() {
    startWithLeader();
    submit(ADD);
    a.rejectAll(ErrorCode.OVERLOADED);
    b.leads(2);
    cluster.advance(DELAY_MS - 1);
    assertEquals(0, b.requests().size());
    cluster.advance(1);
    assertEquals(1, b.requests().size());
  }

  @Test
  void anEarlierWaitDoesNotShortenTheDelayOfAnOverload() {
    startWithoutLeader();
    submit(ADD);
    cluster.advance(DELAY_MS / 2);
    a.leads(2);
    cluster.settle();
    a.rejectAll(ErrorCode.OVERLOADED);
    cluster.advance(DELAY_MS - 1);
    assertEquals(1, a.requests().size());
    cluster.advance(1);
    assertEquals(2, a.requests().size());
  }

  @Test
  void aServerThatDoesNotKnowYetIsNotAskedInALoop() {
    startWithLeader();
    CompletionStage<Outcome<OneShot.Result>> stage = submit(ADD);
    a.rejectAll(ErrorCode.NOT_LEADER);
    cluster.advance(DELAY_MS - 1);
    assertEquals(1, a.requests().size());
    cluster.advance(1);
    assertEquals(2, a.requests().size());
    a.commitAll();
    assertCommitted(stage);
  }

  @Test
  void aLeaderThatCameBeforeTheAnswerIsUsedAtOnce() {
    startWithLeader();
    CompletionStage<Outcome<OneShot.Result>> stage = submit(ADD);
    b.leads(2);
    a.rejectAll(ErrorCode.NOT_LEADER);
    cluster.settle();
    assertEquals(1, b.requests().size());
    b.commitAll();
    assertCommitted(stage);
  }

  @Test
  void aLongElectionUsesUpNoAttempts() {
    a.follows(1, "");
    b.follows(1, "");
    c.goesDown();
    start(
        config("a:1", "b:1", "c:1")
            .retries(RetryPolicy.defaults().withMaxAttempts(2).withDelaysMs(5, 5)));
    CompletionStage<Outcome<OneShot.Result>> stage = submit(ADD);
    CompletionStage<Outcome<OneShot.Result>> late = submit(ADD);
    cluster.advance(8_000);
    assertNull(outcome(stage));
    b.leads(2);
    cluster.settle();
    assertEquals(2, b.requests().size());
    b.rejectAll(ErrorCode.NOT_LEADER);
    cluster.advance(5);
    b.commitAll();
    assertCommitted(stage);
    assertCommitted(late);
  }

  @Test
  void theDeadlineEndsTheWaitForALeader() {
    startWithoutLeader();
    CompletionStage<Outcome<OneShot.Result>> stage = submit(ADD);
    cluster.advance(9_000);
    assertNull(outcome(stage));
    cluster.advance(1_000);
    Outcome<OneShot.Result> outcome = outcome(stage);
    assertInstanceOf(Outcome.Rejected.class, outcome, () -> "outcome: " + outcome);
    assertEquals(ErrorCode.NOT_LEADER, outcome.error().code());
  }

  @Test
  void aLostConnectionsTransactionsGoOnWhenItIsOpenAgain() {
    start(config("a:1").retries(RetryPolicy.defaults().withDelaysMs(1, 2000)));
    CompletionStage<Outcome<OneShot.Result>> stage = submit(READ);
    a.goesDown();
    cluster.advance(3_000);
    a.comesUp();
    int before = cluster.connects().size();
    while (client.connections() == 0) {
      cluster.advance(1);
    }
    assertEquals(before + 1, cluster.connects().size());
    assertEquals(2, a.requests().size());
    a.commitAll();
    assertCommitted(stage);
  }

  @Test
  void aServerThatEndsASecondAttemptSaysNothingAboutALostCommit() {
    startWithLeader();
    CompletableFuture<Object> slow = new CompletableFuture<>();
    Queue<CompletableFuture<Object>> results = new ArrayDeque<>();
    results.add(CompletableFuture.completedFuture(null));
    results.add(slow);
    CompletionStage<Outcome<Object>> stage =
        client.submit(
            transaction -> {
              transaction.putLong(Key.of("n", 1), 1);
              return results.remove();
            },
            ONCE);
    cluster.settle();
    a.commitAll();
    cluster.settle();
    assertTrue(a.requests().get(1).getStep().hasCommit());
    a.goesDown();
    b.leads(2);
    cluster.settle();
    b.commitAll();
    slow.complete(null);
    cluster.settle();
    b.rejectAll(ErrorCode.TRANSACTION_OVER);
    cluster.settle();
    Outcome<Object> outcome = outcome(stage);
    assertInstanceOf(Outcome.Unknown.class, outcome, () -> "outcome: " + outcome);
  }

  /** The new leader may have another version of a procedure than the former leader. */
  @ParameterizedTest
  @EnumSource(names = {"UNKNOWN_PROCEDURE", "BAD_ARGUMENT", "RESULT_NOT_KEPT"})
  void anErrorThatIsNotKeptSaysNothingAboutALostCommit(ErrorCode code) {
    startWithLeader();
    CompletionStage<Outcome<OneShot.Result>> stage = submit(ADD, ONCE);
    a.goesDown();
    b.leads(2);
    cluster.settle();
    assertEquals(1, b.requests().size());
    b.rejectAll(code);
    Outcome<OneShot.Result> outcome = outcome(stage);
    assertInstanceOf(Outcome.Unknown.class, outcome, () -> "outcome: " + outcome);
  }

  @Test
  void theTimeOfARequestIsNeverZero() {
    // Each look at this clock takes a millisecond. So the last millisecond passes between the check
    // of the deadline and the request.
    AtomicLong looks = new AtomicLong();
    ClientTime slow =
        new ClientTime() {
          @Override
          public long nowNs() {
            return Duration.ofMillis(looks.getAndIncrement()).toNanos();
          }

          @Override
          public long epochMs() {
            return ManualTime.EPOCH_MS;
          }

          @Override
          public void later(Runnable task, long delay, TimeUnit unit) {}
        };
    start(config("a:1").time(slow));
    submit(ADD, OPTIONS.withTimeout(Duration.ofMillis(2)));
    assertEquals(1, a.requests().get(0).getOneShot().getOptions().getTimeoutMs());
  }

  @Test
  void closingEndsTheWaits() {
    startWithoutLeader();
    CompletionStage<Outcome<OneShot.Result>> stage = submit(ADD);
    cluster.duringWait(client::close);
    Outcome<Object> logic = client.execute(transaction -> null, OPTIONS);
    assertEquals(ErrorCode.CLOSED, logic.error().code());
    assertEquals(ErrorCode.CLOSED, outcome(stage).error().code());
  }
}
