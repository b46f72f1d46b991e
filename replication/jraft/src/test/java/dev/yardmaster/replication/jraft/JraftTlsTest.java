package dev.yardmaster.replication.jraft;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.replication.LogCluster;
import dev.yardmaster.replication.LogCluster.Running;
import dev.yardmaster.replication.Member;
import dev.yardmaster.replication.MemberSettings;
import dev.yardmaster.replication.MemberTls;
import dev.yardmaster.replication.RecordingReplica;
import dev.yardmaster.replication.jraft.network.Authority;
import dev.yardmaster.replication.jraft.network.Peers;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests clusters whose members have certificates, and members that must not start without
 * certificates.
 */
@Timeout(120)
class JraftTlsTest {

  private static final Duration ELECTION_TIMEOUT = Duration.ofSeconds(1);

  @TempDir Path folder;

  private final List<String> appended = new ArrayList<>();

  @Test
  void membersElectALeaderAppendAndStartAgain() throws Exception {
    Authority authority = new Authority("cluster");
    try (LogCluster cluster = cluster(Map.of(), authority)) {
      Running leader = cluster.awaitLeader();
      append(leader, 20);
      String follower = cluster.followersOf(leader).get(0).name();
      cluster.stop(follower);
      append(leader, 20);

      awaitAppended(cluster.restart(follower));

      append(leader, 20);
      for (Running member : cluster.running()) {
        awaitAppended(member);
      }
      cluster.stop(leader.name());
      append(cluster.awaitLeader(), 1);
    }
  }

  @Test
  void aMemberOfAnotherAuthorityIsRefusedUntilItsFilesAreReplaced() throws Exception {
    Authority authority = new Authority("cluster");
    try (LogCluster cluster = cluster(Map.of("n3", new Authority("other")), authority)) {
      Running leader = cluster.awaitLeader();
      append(leader, 200);
      Running other = cluster.running("n3");
      assertEquals(List.of(), other.replica().entries());

      authority.issue(tlsFolder(other.settings().self()));

      awaitAppended(other);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aClosedMemberLeavesNoThreadAndNoPort(boolean secured) throws Exception {
    Authority authority = new Authority("cluster");
    try (LogCluster cluster =
        secured
            ? cluster(Map.of(), authority)
            : new LogCluster(new JraftEngine(), folder, ELECTION_TIMEOUT, 3)) {
      append(cluster.awaitLeader(), 20);
      List<Running> members = cluster.running();
      for (Running member : members) {
        assertFalse(threadsOf(member.settings().self()).isEmpty());
        cluster.stop(member.name());

        try (ServerSocket free = new ServerSocket(member.settings().self().port())) {
          assertTrue(free.isBound());
        }
        // A thread pool counts as terminated shortly before its last thread ends.
        long deadlineNs = System.nanoTime() + SECONDS.toNanos(10);
        while (!threadsOf(member.settings().self()).isEmpty()) {
          assertTrue(System.nanoTime() < deadlineNs, threadsOf(member.settings().self())::toString);
          LockSupport.parkNanos(1_000_000);
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "192.0.2.1, 127.0.0.1, 192.0.2.1",
    "127.0.0.1, 192.0.2.7, 192.0.2.7",
    "127.0.0.1, no-such-host.invalid, no-such-host.invalid",
    "0.0.0.0, 127.0.0.1, 0.0.0.0"
  })
  void aMemberWithoutTlsNeedsLoopbackAddresses(String own, String others, String named) {
    Member n1 = new Member("n1", own, 7001);
    MemberSettings settings =
        new MemberSettings(
            n1, List.of(n1, new Member("n2", others, 7002)), folder, ELECTION_TIMEOUT, 1 << 20);

    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class,
            () -> new JraftEngine().start(settings, new RecordingReplica()));

    assertTrue(refused.getMessage().contains('"' + named + '"'), refused.getMessage());
  }

  @Test
  void noMemberOfAnotherMachineIsAddedWithoutTls() throws Exception {
    try (LogCluster cluster = new LogCluster(new JraftEngine(), folder, ELECTION_TIMEOUT, 1)) {
      Running leader = cluster.awaitLeader();
      List<Member> two = List.of(leader.settings().self(), new Member("n2", "192.0.2.7", 7002));

      assertThrows(IllegalArgumentException.class, () -> leader.log().changeMembers(two));

      append(leader, 1);
    }
  }

  @Test
  void aMemberWhoseFilesCannotBeUsedDoesNotStart() throws Exception {
    Member n1 = LogCluster.freeMember("n1");
    MemberTls tls = new Authority("cluster").issue(folder);
    Files.writeString(tls.privateKey(), "no key");
    MemberSettings settings =
        new MemberSettings(n1, List.of(n1), folder, ELECTION_TIMEOUT, 1 << 20, Optional.of(tls));

    IOException refused =
        assertThrows(
            IOException.class, () -> new JraftEngine().start(settings, new RecordingReplica()));

    assertTrue(refused.getMessage().contains("member.key"), refused.getMessage());
  }

  /**
   * Starts a cluster. The members have certificates of one authority, except the members in {@code
   * others}, each of which has a certificate of another authority.
   */
  private LogCluster cluster(Map<String, Authority> others, Authority authority) throws Exception {
    Map<String, MemberTls> issued = new HashMap<>();
    for (String name : List.of("n1", "n2", "n3")) {
      issued.put(name, others.getOrDefault(name, authority).issue(tlsFolder(name)));
    }
    return new LogCluster(
        new JraftEngine(),
        folder,
        ELECTION_TIMEOUT,
        3,
        member -> Optional.of(issued.get(member.name())));
  }

  private Path tlsFolder(Member member) {
    return tlsFolder(member.name());
  }

  private Path tlsFolder(String name) {
    return folder.resolve("tls-" + name);
  }

  private void append(Running leader, int count) throws Exception {
    for (int i = 0; i < count; i++) {
      String text = "entry " + appended.size();
      leader
          .log()
          .append(leader.replica().leadingTerm(), ByteBuffer.wrap(text.getBytes(UTF_8)))
          .get(30, SECONDS);
      appended.add(text);
    }
  }

  private void awaitAppended(Running member) throws InterruptedException {
    member.replica().await("all entries", replica -> replica.entries().size() >= appended.size());
    assertEquals(appended, member.replica().entries());
  }

  /** Returns the names of the threads that have a member's name or address in their names. */
  private static List<String> threadsOf(Member member) {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(
            name ->
                name.startsWith(member.name() + "-raft")
                    || name.contains("[" + Peers.peer(member) + " ->"))
        .toList();
  }
}
