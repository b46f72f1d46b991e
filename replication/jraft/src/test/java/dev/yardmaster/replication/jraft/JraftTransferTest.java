package dev.yardmaster.replication.jraft;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.yardmaster.replication.LogCluster;
import dev.yardmaster.replication.LogCluster.Running;
import dev.yardmaster.replication.Member;
import dev.yardmaster.replication.UnknownOutcomeException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests transfers of leadership that fail, and changes of the members that fail. */
class JraftTransferTest {

  @TempDir Path folder;

  @Test
  void aLeaderLeadsOnInItsTermIfTheNextOneIsDown() throws Exception {
    try (LogCluster cluster = new LogCluster(new JraftEngine(), folder, Duration.ofSeconds(1), 3)) {
      Running leader = cluster.awaitLeader();
      long term = leader.replica().leadingTerm();
      String down = cluster.followersOf(leader).get(0).name();
      cluster.stop(down);

      ExecutionException failed =
          assertThrows(
              ExecutionException.class,
              () -> leader.log().transferLeadership(down).get(30, SECONDS));

      assertInstanceOf(UnknownOutcomeException.class, failed.getCause());
      assertEquals(term, leader.replica().leadingTerm());
      leader.log().append(term, ByteBuffer.wrap("after".getBytes(UTF_8))).get(30, SECONDS);
    }
  }

  @Test
  void aMemberThatIsDownIsNotAdded() throws Exception {
    try (LogCluster cluster = new LogCluster(new JraftEngine(), folder, Duration.ofSeconds(1), 3)) {
      Running leader = cluster.awaitLeader();
      long term = leader.replica().leadingTerm();
      List<Member> four = new ArrayList<>(cluster.members());
      four.add(LogCluster.freeMember("n4"));

      ExecutionException failed =
          assertThrows(
              ExecutionException.class, () -> leader.log().changeMembers(four).get(30, SECONDS));

      assertInstanceOf(UnknownOutcomeException.class, failed.getCause());
      leader.log().append(term, ByteBuffer.wrap("after".getBytes(UTF_8))).get(30, SECONDS);
      assertEquals(cluster.members(), leader.log().status().members());
    }
  }
}
