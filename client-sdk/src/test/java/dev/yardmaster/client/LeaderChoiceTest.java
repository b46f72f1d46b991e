package dev.yardmaster.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Outcome;
import dev.yardmaster.api.YardmasterException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests which connections a client opens, and which of these connections it uses. */
class LeaderChoiceTest extends ClusterTestCase {

  @Test
  void ofThreeServersTheLeaderIsUsed() {
    a.follows(1, "b:1");
    b.leads(1);
    c.follows(1, "");
    start();
    assertEquals(1, client.connections());
    for (int i = 0; i < 5; i++) {
      submit(ADD);
    }
    assertEquals(List.of(0, 5, 0), requests());
  }

  private List<Integer> requests() {
    return List.of(a.requests().size(), b.requests().size(), c.requests().size());
  }

  @Test
  void theNewLeaderIsUsedWhicheverServerTellsFirst() {
    a.leads(1);
    b.follows(1, "a:1");
    c.follows(1, "a:1");
    start();
    submit(ADD);
    assertEquals(List.of(1, 0, 0), requests());

    a.follows(2, "");
    assertEquals(0, client.connections());
    b.leads(2);
    submit(ADD);
    assertEquals(List.of(1, 1, 0), requests());

    c.leads(3);
    assertEquals(1, client.connections());
    submit(ADD);
    assertEquals(List.of(1, 1, 1), requests());
    b.follows(3, "c:1");
    submit(ADD);
    assertEquals(List.of(1, 1, 2), requests());
  }

  @Test
  void aLeaderOfAnOlderTermIsNeverUsed() {
    a.leads(1);
    b.follows(1, "a:1");
    c.follows(1, "a:1");
    start();
    b.leads(2);
    a.leads(1);
    submit(ADD);
    assertEquals(List.of(0, 1, 0), requests());
    b.goesDown();
    assertEquals(0, client.connections());
    a.goesDown().comesUp();
    cluster.advance(2 * DELAY_MS);
    assertEquals(1, a.connections(), "the server that still believes to lead is connected");
    assertEquals(0, client.connections());
    a.leads(3);
    assertEquals(1, client.connections());
  }

  @Test
  void aNewClusterAtTheSameAddressesIsUsedAlthoughItsTermIsLower() {
    a.leads(40);
    b.follows(40, "a:1");
    c.follows(40, "a:1");
    start();
    a.goesDown();
    b.goesDown();
    c.goesDown();
    assertEquals(0, client.connections());
    a.comesUp().leads(1);
    cluster.advance(2 * DELAY_MS);
    assertEquals(1, client.connections());
  }

  @Test
  void theTermsAreUnsigned() {
    a.leads(Long.MAX_VALUE);
    b.leads(Long.MIN_VALUE);
    c.follows(-1, "");
    start();
    submit(ADD);
    assertEquals(List.of(0, 1, 0), requests());
  }

  @Test
  void aHintConnectsWithoutADelay() {
    c.goesDown();
    a.follows(1, "");
    b.follows(1, "");
    start();
    assertEquals(List.of("a:1", "b:1", "c:1"), cluster.connects());
    c.comesUp().leads(2);
    a.follows(2, "c:1");
    cluster.settle();
    assertEquals(1, client.connections());
    assertEquals(List.of("a:1", "b:1", "c:1", "c:1"), cluster.connects());
    cluster.advance(3 * DELAY_MS);
    assertEquals(4, cluster.connects().size(), "the delay that was cut short does nothing");
  }

  @Test
  void aHintDoesNotMakeTheReconnectionsMoreFrequent() {
    c.goesDown();
    a.follows(1, "");
    b.goesDown();
    start(config("a:1", "c:1"));
    cluster.advance(DELAY_MS / 2);
    a.follows(2, "c:1");
    cluster.settle();
    assertEquals(2, Collections.frequency(cluster.connects(), "c:1"));
    a.follows(1, "c:1");
    cluster.advance(5 * DELAY_MS - 1);
    assertEquals(3 + 4, Collections.frequency(cluster.connects(), "c:1"));
  }

  @Test
  void theClientLearnsTheLeadersAddress() {
    FakeServer other = cluster.server("d:7").leads(5);
    a.follows(5, "d:7");
    start(config("a:1").connections(2));
    assertEquals(2, client.connections());
    submit(ADD);
    assertEquals(1, other.requests().size());
    assertEquals(List.of("a:1", "a:1", "d:7", "d:7"), cluster.connects());
  }

  @Test
  void theLearntAddressesAreBounded() {
    a.follows(1, "");
    start(config("a:1"));
    a.follows(1, "nonsense");
    a.follows(1, "d:0");
    for (int i = 1; i <= 20; i++) {
      a.follows(1, "d:" + i);
      a.follows(1, "d:" + i);
    }
    assertEquals(16, cluster.connects().stream().distinct().count() - 1);
    assertEquals("d:16", cluster.connects().get(cluster.connects().size() - 1));
    a.leads(1);
    assertEquals(1, client.connections());
  }

  @Test
  void serversWithoutAClusterAreAllUsed() {
    start(config("a:1", "b:1").connections(2));
    assertEquals(4, client.connections());
    assertEquals(2, a.connections());
    assertEquals(2, b.connections());
    for (int i = 0; i < 8; i++) {
      submit(ADD);
    }
    assertEquals(List.of(4, 4, 0), requests());
    a.goesDown().comesUp();
    assertEquals(2, client.connections());
    cluster.advance(DELAY_MS);
    assertEquals(4, client.connections());
    assertEquals(2, a.connections());
  }

  @Test
  void eachAddressHasTheConfiguredConnections() {
    a.leads(1);
    b.follows(1, "a:1");
    c.follows(1, "a:1");
    start(config("a:1", "b:1", "c:1", "a:1").connections(3));
    assertEquals(3, client.connections());
    assertEquals(List.of(3L, 3L, 3L), List.of(a.connections(), b.connections(), c.connections()));
    a.follows(2, "b:1");
    b.leads(2);
    assertEquals(3, client.connections());
    cluster.advance(1000);
    assertEquals(9, cluster.connects().size(), "no connection was closed");
  }

  @Test
  void connectWaitsForALeader() {
    a.follows(1, "");
    b.goesDown();
    client = YardmasterClient.over(config("a:1", "b:1").build(), cluster);
    cluster.duringWait(() -> cluster.advance(500));
    cluster.duringWait(() -> a.leads(2));
    client.awaitReady();
    assertEquals(1, client.connections());
  }

  @Test
  void connectTellsWhoDoesNotLead() {
    a.follows(1, "b:1");
    b.goesDown();
    client =
        YardmasterClient.over(
            config("a:1", "b:1").connectTimeout(Duration.ofMillis(300)).build(), cluster);
    YardmasterException thrown = assertThrows(YardmasterException.class, client::awaitReady);
    assertEquals(ErrorCode.NOT_LEADER, thrown.code());
    assertEquals("b:1", thrown.details().get("leader"));
    assertEquals("[a:1]", thrown.details().get("notLeading"));
    assertEquals("[b:1]", thrown.details().get("notConnected"));
    assertTrue(thrown.getMessage().contains("refused"), thrown.getMessage());
    assertEquals(0, a.connections(), "the client is closed");
  }

  @Test
  void theFailureSaysWhetherAServerIsConnected() {
    a.goesDown();
    start(config("a:1").retries(RetryPolicy.never()));
    assertEquals(ErrorCode.UNAVAILABLE, outcome(submit(ADD)).error().code());
    client.close();
    a.comesUp().follows(1, "");
    start(config("a:1").retries(RetryPolicy.never()));
    Outcome<?> outcome = outcome(submit(ADD));
    assertEquals(ErrorCode.NOT_LEADER, outcome.error().code());
    assertEquals("no server leads at the moment", outcome.error().text());
  }

  @Test
  void theRefusalNamesTheLeaderThatIsNotConnected() {
    a.follows(1, "b:1");
    b.goesDown();
    start(config("a:1", "b:1"));
    YardmasterException refusal = client.refusal().orElseThrow();
    assertEquals(ErrorCode.NOT_LEADER, refusal.code());
    assertEquals("b:1", refusal.details().get("leader"));
    a.leads(2);
    assertEquals(Optional.empty(), client.refusal());
  }
}
