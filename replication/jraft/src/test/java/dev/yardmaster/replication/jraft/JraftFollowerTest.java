package dev.yardmaster.replication.jraft;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.alipay.sofa.jraft.util.Describer;
import dev.yardmaster.replication.LogCluster;
import dev.yardmaster.replication.Member;
import dev.yardmaster.replication.MemberRole;
import dev.yardmaster.replication.MemberSettings;
import dev.yardmaster.replication.RecordingReplica;
import dev.yardmaster.replication.ReplicatedLog;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests how a follower prepares for an election. */
@Timeout(60)
class JraftFollowerTest {

  private static final long DEADLINE_NS = TimeUnit.SECONDS.toNanos(30);
  private static final Duration SHORT = Duration.ofMillis(500);

  /** An election timeout with which the follower does not become a candidate during the test. */
  private static final Duration LONG = Duration.ofMinutes(1);

  @TempDir Path folder;

  private final List<ReplicatedLog> logs = new ArrayList<>();

  @AfterEach
  void close() {
    logs.forEach(ReplicatedLog::close);
  }

  private JraftLog start(Member self, List<Member> members, Duration electionTimeout)
      throws IOException {
    MemberSettings settings =
        new MemberSettings(self, members, folder.resolve(self.name()), electionTimeout, 1 << 20);
    JraftLog log = (JraftLog) new JraftEngine().start(settings, new RecordingReplica());
    logs.add(log);
    return log;
  }

  /** In place of the third member, a port accepts connections and never answers. */
  @Test
  void aFollowerIsConnectedToAMemberThatNeverLed() throws IOException {
    try (ServerSocketChannel third = ServerSocketChannel.open()) {
      third.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      third.configureBlocking(false);
      int port = ((InetSocketAddress) third.getLocalAddress()).getPort();
      Member first = LogCluster.freeMember("n1");
      Member second = LogCluster.freeMember("n2");
      List<Member> members = List.of(first, second, new Member("n3", "127.0.0.1", port));
      var unusedFollower = start(second, members, LONG);
      var unusedLeader = start(first, members, SHORT);
      List<SocketChannel> open = new ArrayList<>();
      long beganNs = System.nanoTime();
      while (open.size() < 2) {
        assertTrue(System.nanoTime() - beganNs < DEADLINE_NS, open::toString);
        accept(third, open);
        open.removeIf(JraftFollowerTest::isClosed);
      }
      for (SocketChannel channel : open) {
        channel.close();
      }
    }
  }

  @Test
  void itsElectionTimerWaitsForTheSilenceOfItsLeader() throws Exception {
    List<Member> members = // The second one is down.
        List.of(
            LogCluster.freeMember("n1"), LogCluster.freeMember("n2"), LogCluster.freeMember("n3"));
    JraftLog follower = start(members.get(2), members, LONG);
    assertTrue(follower.leaderSilence().ns() > DEADLINE_NS, "it has heard no leader");
    ReplicatedLog leader = start(members.get(0), members, SHORT);
    while (leader.status().role() != MemberRole.LEADER) {
      LockSupport.parkNanos(1_000_000);
    }
    ByteBuffer entry = ByteBuffer.wrap(new byte[] {1});
    long index = leader.append(leader.status().term(), entry).get();
    while (follower.status().appliedIndex() < index) {
      LockSupport.parkNanos(1_000_000);
    }
    assertTrue(follower.leaderSilence().ns() < DEADLINE_NS);
    assertEquals(1, follower.machine().followersBefore(), "the second one, but not the leader");
    StringBuilder description = new StringBuilder();
    follower.node().describe(new CollectedText(description));
    assertTrue(description.toString().contains("FollowerTimer"), description::toString);
  }

  /** Collects the description that a node gives of itself. */
  private record CollectedText(StringBuilder to) implements Describer.Printer {

    @Override
    public Describer.Printer print(Object what) {
      to.append(what);
      return this;
    }

    @Override
    public Describer.Printer println(Object what) {
      to.append(what).append('\n');
      return this;
    }
  }

  private static void accept(ServerSocketChannel third, List<SocketChannel> open)
      throws IOException {
    SocketChannel accepted = third.accept();
    if (accepted != null) {
      accepted.configureBlocking(false);
      open.add(accepted);
    }
  }

  /**
   * Returns whether the member has closed the connection. The method first reads and drops all
   * bytes that have arrived.
   */
  private static boolean isClosed(SocketChannel channel) {
    ByteBuffer bytes = ByteBuffer.allocate(1 << 12);
    try {
      int read;
      do {
        read = channel.read(bytes.clear());
      } while (read > 0);
      if (read < 0) {
        channel.close();
      }
      return read < 0;
    } catch (IOException e) {
      return true;
    }
  }
}
