package dev.yardmaster.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.SnapshotOptions;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.wire.schema.OpenSnapshot;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests which server of a cluster opens a snapshot. */
class SnapshotChoiceTest extends ClusterTestCase {

  private static final SnapshotOptions ANYWHERE =
      SnapshotOptions.staleBy(Duration.ofMillis(20)).atAnyServer();

  private void open(SnapshotOptions options) {
    client.readOnly(options).close();
  }

  private static List<OpenSnapshot> opened(FakeServer server) {
    return server.requests().stream()
        .filter(request -> request.getStep().hasOpenSnapshot())
        .map(request -> request.getStep().getOpenSnapshot())
        .toList();
  }

  private void assertOpened(int atA, int atB, int atC) {
    assertEquals(
        List.of(atA, atB, atC), List.of(opened(a).size(), opened(b).size(), opened(c).size()));
  }

  private void startCluster() {
    a.answersAtOnce().leads(1);
    b.answersAtOnce().follows(1, "a:1");
    c.answersAtOnce().follows(1, "a:1");
    start();
  }

  @Test
  void theLeaderOpensSnapshotsUnlessAnyServerMay() {
    startCluster();
    open(SnapshotOptions.strict());
    assertOpened(1, 0, 0);
    assertFalse(opened(a).get(0).getAnyServer());

    for (int i = 0; i < 4; i++) {
      open(ANYWHERE);
    }
    assertOpened(1, 2, 2);
    assertTrue(opened(b).get(0).getAnyServer());
    assertEquals(20, opened(b).get(0).getMaxStalenessMs());
  }

  @Test
  void aServerThatBeginsToLeadIsNoFollower() {
    startCluster();
    b.leads(2);
    a.follows(2, "b:1");
    open(ANYWHERE);
    open(ANYWHERE);
    assertOpened(2, 0, 0); // Server c has not reported the new term yet.
    c.follows(2, "b:1");
    open(ANYWHERE);
    open(ANYWHERE);
    assertOpened(3, 0, 1);
  }

  @Test
  void ifAFollowerRefusesTheLeaderOpensTheSnapshotAtOnce() {
    startCluster();
    b.goesDown();
    c.rejectsAtOnce(ErrorCode.NOT_LEADER); // As a server of an earlier release does.
    long beganMs = cluster.time().epochMs();
    open(ANYWHERE);
    assertOpened(1, 0, 1);
    assertEquals(beganMs, cluster.time().epochMs());
  }

  @Test
  void anOverloadedFollowerIsNotReplacedByTheLeader() {
    startCluster();
    b.goesDown();
    c.rejectsAtOnce(ErrorCode.OVERLOADED);
    assertEquals(
        ErrorCode.OVERLOADED, assertThrows(YardmasterException.class, () -> open(ANYWHERE)).code());
    assertOpened(0, 0, 1);
  }

  @Test
  void withoutALeaderAFollowerOpensTheSnapshot() {
    startCluster();
    a.goesDown();
    open(ANYWHERE);
    open(ANYWHERE);
    assertOpened(0, 1, 1);
  }

  @Test
  void aServerOutsideOfAClusterOpensAllSnapshots() {
    a.answersAtOnce();
    start(config("a:1"));
    open(ANYWHERE);
    assertOpened(1, 0, 0);
  }
}
