package dev.yardmaster.replication;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.replication.LogCluster.Running;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The contract tests that every implementation of {@link ReplicatedLog} must pass. */
public abstract class ReplicatedLogContract {

  /**
   * The election timeout, which is long enough for machines whose processors or disks are busy with
   * other tests.
   */
  private static final Duration ELECTION_TIMEOUT = Duration.ofSeconds(1);

  @TempDir Path folder;

  private LogCluster cluster;

  /** Returns the engine under test. */
  protected abstract ReplicatedLog.Engine engine();

  @BeforeEach
  void startThreeMembers() throws IOException {
    cluster = new LogCluster(engine(), folder, ELECTION_TIMEOUT, 3);
  }

  @AfterEach
  void closeMembers() {
    List<Running> running = cluster.running();
    cluster.close();
    for (Running member : running) {
      assertFalse(member.replica().overlapped(), "calls of the replica of " + member.name());
    }
  }

  @Test
  void everyMemberAppliesAllEntriesInOneOrder() throws Exception {
    Running leader = cluster.awaitLeader();
    List<String> texts = texts("entry", 200);

    List<CompletableFuture<Long>> appended = appendAll(leader, texts);

    List<Long> indexes = new ArrayList<>();
    for (CompletableFuture<Long> append : appended) {
      indexes.add(get(append));
    }
    assertEquals(texts, leader.replica().entries());
    assertEquals(indexes, leader.replica().indexes());
    for (Running member : cluster.running()) {
      awaitEntries(member, texts);
      assertEquals(indexes, member.replica().indexes());
    }
  }

  @Test
  void anAppendIsAppliedAtTheLeaderBeforeItCompletes() throws Exception {
    Running leader = cluster.awaitLeader();
    for (String text : texts("entry", 20)) {
      int entries = get(append(leader, text).thenApply(index -> leader.replica().entries().size()));
      assertEquals(text, leader.replica().entries().get(entries - 1));
    }
  }

  @Test
  void anEntryOfAnotherTermIsAppliedNowhere() throws Exception {
    Running leader = cluster.awaitLeader();
    long term = leader.replica().leadingTerm();

    CompletableFuture<Long> earlier = leader.log().append(term - 1, bytes("earlier"));
    CompletableFuture<Long> later = leader.log().append(term + 1, bytes("later"));

    assertNotLeader(earlier);
    assertNotLeader(later);
    get(append(leader, "now"));
    for (Running member : cluster.running()) {
      awaitEntries(member, List.of("now"));
    }
  }

  @Test
  void aFollowerRefusesEntriesAndNamesTheLeader() throws Exception {
    Running leader = cluster.awaitLeader();
    get(append(leader, "first"));
    Running follower = cluster.followersOf(leader).get(0);
    awaitEntries(follower, List.of("first"));

    CompletableFuture<Long> append =
        follower.log().append(leader.replica().leadingTerm(), bytes("refused"));

    assertEquals(Optional.of(leader.name()), assertNotLeader(append).leader());
    assertEquals(Optional.of(leader.name()), follower.log().status().leader());
    assertEquals(MemberRole.FOLLOWER, follower.log().status().role());
    assertNotLeader(follower.log().confirmRead());
  }

  @Test
  void nothingAcknowledgedIsLostWithItsLeader() throws Exception {
    Running first = cluster.awaitLeader();
    long firstTerm = first.replica().leadingTerm();
    List<String> texts = new ArrayList<>(texts("first", 50));
    for (CompletableFuture<Long> append : appendAll(first, texts)) {
      get(append);
    }

    cluster.stop(first.name());
    Running second = cluster.awaitLeader();

    long secondTerm = second.replica().leadingTerm();
    assertTrue(secondTerm > firstTerm, "term " + secondTerm + " after " + firstTerm);
    assertEquals(texts, second.replica().entries());
    assertNotLeader(second.log().append(firstTerm, bytes("of the lost leader")));
    get(append(second, "second"));
    texts.add("second");
    awaitEntries(cluster.restart(first.name()), texts);
  }

  @Test
  void aLeaderWithoutMajorityStopsAndAnswersAll() throws Exception {
    Running leader = cluster.awaitLeader();
    long term = leader.replica().leadingTerm();
    List<Running> followers = cluster.followersOf(leader);
    cluster.stop(followers.get(0).name());

    CompletableFuture<Void> stopped =
        CompletableFuture.runAsync(() -> cluster.stop(followers.get(1).name()));
    Throwable failure = appendUntilFailure(leader, term);

    // The append before the failed one reached a majority. So the member was still the leader when
    // it accepted the failed append, and the outcome is unknown.
    assertInstanceOf(UnknownOutcomeException.class, failure);
    stopped.get(30, SECONDS);
    assertThrows(ExecutionException.class, () -> get(leader.log().confirmRead()));
    leader.replica().await("end of the term", replica -> replica.leadingTerm() == 0);
    assertNotLeader(leader.log().append(term, bytes("after")));
  }

  @Test
  void aConfirmedReadSeesWhatWasAppended() throws Exception {
    Running leader = cluster.awaitLeader();
    long written = get(append(leader, "written"));

    long read = get(leader.log().confirmRead());

    assertTrue(read >= written, "read at " + read + ", written at " + written);
    assertTrue(leader.log().status().appliedIndex() >= read);
  }

  @Test
  void aReadIndexOfAFollowerCoversWhatWasAppended() throws Exception {
    Running leader = cluster.awaitLeader();
    Running follower = cluster.followersOf(leader).get(0);
    List<String> texts = texts("entry", 20);
    for (int i = 0; i < texts.size(); i++) {
      long written = get(append(leader, texts.get(i)));
      int upTo = i + 1;
      // The replica must have applied the entries when the future completes.
      List<String> applied =
          get(follower.log().readIndex().thenApply(index -> follower.replica().entries()));
      assertEquals(texts.subList(0, upTo), applied);
      assertTrue(get(leader.log().readIndex()) >= written);
    }
  }

  @Test
  void leadershipIsTransferred() throws Exception {
    Running first = cluster.awaitLeader();
    get(append(first, "first"));
    Running next = cluster.followersOf(first).get(1);

    get(first.log().transferLeadership(next.name()));

    next.replica().await("leadership", replica -> replica.leadingTerm() > 0);
    assertEquals(0, first.replica().leadingTerm());
    get(append(next, "next"));
    for (Running member : cluster.running()) {
      awaitEntries(member, List.of("first", "next"));
    }
    assertNotLeader(first.log().transferLeadership(next.name()));
    assertThrows(IllegalArgumentException.class, () -> next.log().transferLeadership("nobody"));
    assertThrows(IllegalArgumentException.class, () -> next.log().transferLeadership(next.name()));
  }

  @Test
  void allMembersStartAgainWithTheirEntries() throws Exception {
    List<String> texts = new ArrayList<>(texts("entry", 20));
    for (CompletableFuture<Long> append : appendAll(cluster.awaitLeader(), texts)) {
      get(append);
    }

    for (Running member : cluster.running()) {
      cluster.stop(member.name());
    }
    for (Member member : cluster.members()) {
      cluster.restart(member.name());
    }

    Running leader = cluster.awaitLeader();
    assertEquals(texts, leader.replica().entries());
    get(append(leader, "after"));
    texts.add("after");
    for (Running member : cluster.running()) {
      awaitEntries(member, texts);
    }
  }

  @Test
  void aMemberStartsFromItsSnapshot() throws Exception {
    Running leader = cluster.awaitLeader();
    List<String> texts = new ArrayList<>(texts("before", 20));
    for (CompletableFuture<Long> append : appendAll(leader, texts)) {
      get(append);
    }
    Running follower = cluster.followersOf(leader).get(0);
    awaitEntries(follower, texts);
    long last = follower.log().status().appliedIndex();

    long snapshot = get(follower.log().snapshot());

    assertTrue(snapshot >= last, "snapshot at " + snapshot + ", last entry at " + last);
    assertEquals(1, follower.replica().saves());
    get(append(leader, "after"));
    texts.add("after");
    awaitEntries(follower, texts);
    cluster.stop(follower.name());
    Running started = cluster.restart(follower.name());
    awaitEntries(started, texts);
    assertEquals(1, started.replica().loads());
    assertEquals(1, started.replica().indexes().size());
  }

  @Test
  void aWipedMemberCatchesUpFromTheLeadersSnapshot() throws Exception {
    Running leader = cluster.awaitLeader();
    List<String> texts = new ArrayList<>(texts("before", 20));
    for (CompletableFuture<Long> append : appendAll(leader, texts)) {
      get(append);
    }
    String wiped = cluster.followersOf(leader).get(0).name();
    cluster.stop(wiped);
    // Either of the other two members may lead while the wiped member catches up, so both take a
    // snapshot.
    for (Running member : cluster.running()) {
      awaitEntries(member, texts);
      get(member.log().snapshot());
    }
    get(append(leader, "after"));
    texts.add("after");

    delete(cluster.folder(wiped));
    // A wiped member must not vote with an empty log, so it starts without initial members, like a
    // new member.
    Running empty = cluster.start(cluster.member(wiped), List.of());

    awaitEntries(empty, texts);
    assertEquals(1, empty.replica().loads());
  }

  @Test
  void aMemberIsAddedAndAnotherRemoved() throws Exception {
    Running leader = cluster.awaitLeader();
    get(append(leader, "before"));
    Member added = LogCluster.freeMember("n4");
    Running newcomer = cluster.start(added, List.of());
    List<Member> four = new ArrayList<>(cluster.members());
    four.add(added);

    get(leader.log().changeMembers(four));

    awaitEntries(newcomer, List.of("before"));
    assertEquals(four, leader.log().status().members());
    Running removed = cluster.followersOf(leader).get(0);
    List<Member> three = new ArrayList<>(four);
    three.remove(removed.settings().self());
    get(leader.log().changeMembers(three));
    cluster.stop(removed.name());
    get(append(leader, "after"));
    assertEquals(three, leader.log().status().members());
    awaitEntries(newcomer, List.of("before", "after"));
  }

  @Test
  void aMemberThatIsLeftAloneLeadsWithAllItsEntries() throws Exception {
    Running leader = cluster.awaitLeader();
    get(append(leader, "before"));
    Running left = cluster.followersOf(leader).get(0);
    Running other = cluster.followersOf(leader).get(1);
    awaitEntries(left, List.of("before"));
    assertInstanceOf(IllegalStateException.class, failure(left.log().recoverAlone()));
    cluster.stop(leader.name());
    cluster.stop(other.name());
    awaitStatus(left, status -> status.leader().isEmpty());

    get(left.log().recoverAlone());

    get(append(left, "after"));
    assertEquals(List.of("before", "after"), left.replica().entries());
    assertEquals(List.of(left.settings().self()), left.log().status().members());
    assertInstanceOf(IllegalStateException.class, failure(left.log().recoverAlone()));
  }

  @Test
  void aMemberKnowsTheEndOfItsLogBeforeItKnowsWhatIsCommitted() throws Exception {
    Running leader = cluster.awaitLeader();
    long index = get(append(leader, "before"));
    Running follower = cluster.followersOf(leader).get(0);
    awaitEntries(follower, List.of("before"));
    long term = leader.log().status().term();
    // The follower is the first to stop, so that no other member leads it in a later term.
    cluster.stop(follower.name());
    List<String> others =
        cluster.members().stream()
            .map(Member::name)
            .filter(name -> !name.equals(follower.name()))
            .toList();
    for (String name : others) {
      cluster.stop(name);
    }

    Running alone = cluster.start(cluster.member(follower.name()), cluster.members());

    LogStatus status = alone.log().status();
    assertEquals(0, status.appliedIndex());
    assertEquals(term, status.lastTerm());
    assertTrue(status.lastIndex() >= index, status.toString());
  }

  @Test
  void aMemberThatHasJustStartedIsNotLeftAloneBesideALeader() throws Exception {
    Running leader = cluster.awaitLeader();
    String restarted = cluster.followersOf(leader).get(0).name();
    cluster.stop(restarted);
    Running again = cluster.start(cluster.member(restarted), cluster.members());

    assertInstanceOf(IllegalStateException.class, failure(again.log().recoverAlone()));

    get(append(leader, "after"));
    assertEquals(cluster.members(), leader.log().status().members());
  }

  @Test
  void aReplicaThatThrowsEndsOnlyItsMember() throws Exception {
    Running leader = cluster.awaitLeader();
    Running broken = cluster.followersOf(leader).get(0);
    broken.replica().poison("poison");

    get(append(leader, "poison"));
    get(append(leader, "after"));

    awaitEntries(cluster.followersOf(leader).get(1), List.of("poison", "after"));
    awaitRole(broken, MemberRole.FAILED);
    assertEquals(List.of(), broken.replica().entries());
  }

  @Test
  void badInputIsRefused() throws Exception {
    Running leader = cluster.awaitLeader();
    long term = leader.replica().leadingTerm();
    ByteBuffer largest = ByteBuffer.allocate(LogCluster.MAX_ENTRY_BYTES);

    get(leader.log().append(term, largest));

    IllegalArgumentException tooLong =
        assertThrows(
            IllegalArgumentException.class,
            () -> leader.log().append(term, ByteBuffer.allocate(LogCluster.MAX_ENTRY_BYTES + 1)));
    assertTrue(tooLong.getMessage().contains("1048577"), tooLong.getMessage());
    assertTrue(tooLong.getMessage().contains("1048576"), tooLong.getMessage());
    assertThrows(
        IllegalArgumentException.class, () -> leader.log().append(term, ByteBuffer.allocate(0)));
    assertThrows(
        IOException.class,
        () -> cluster.start(portInUseBy(leader), List.of()),
        "two members with one port");
  }

  @Test
  void aClosedMemberAnswersAll() throws Exception {
    Running leader = cluster.awaitLeader();
    long term = leader.replica().leadingTerm();
    List<CompletableFuture<Long>> appended = appendAll(leader, texts("entry", 50));

    cluster.stop(leader.name());

    for (CompletableFuture<Long> append : appended) {
      if (append.isCompletedExceptionally()) {
        assertInstanceOf(UnknownOutcomeException.class, failure(append));
      } else {
        assertTrue(append.isDone());
      }
    }
    assertEquals(MemberRole.CLOSED, leader.log().status().role());
    assertNotLeader(leader.log().append(term, bytes("after")));
    assertNotLeader(leader.log().confirmRead());
    leader.log().close();
    try (ServerSocket free =
        new ServerSocket(leader.settings().self().port(), 1, InetAddress.getLoopbackAddress())) {
      assertTrue(free.isBound());
    }
  }

  private static List<String> texts(String prefix, int count) {
    return IntStream.range(0, count).mapToObj(i -> prefix + " " + i).toList();
  }

  private static ByteBuffer bytes(String text) {
    return ByteBuffer.wrap(text.getBytes(UTF_8));
  }

  private static CompletableFuture<Long> append(Running leader, String text) {
    return leader.log().append(leader.replica().leadingTerm(), bytes(text));
  }

  private static List<CompletableFuture<Long>> appendAll(Running leader, List<String> texts) {
    return texts.stream().map(text -> append(leader, text)).toList();
  }

  private static Throwable appendUntilFailure(Running leader, long term) throws Exception {
    while (true) {
      CompletableFuture<Long> append = leader.log().append(term, bytes("alone"));
      try {
        get(append);
      } catch (ExecutionException e) {
        return e.getCause();
      }
    }
  }

  private static void awaitEntries(Running member, List<String> expected)
      throws InterruptedException {
    member
        .replica()
        .await(
            expected.size() + " entries at " + member.name(),
            replica -> replica.entries().size() >= expected.size());
    assertEquals(expected, member.replica().entries());
  }

  private static void awaitRole(Running member, MemberRole role) {
    awaitStatus(member, status -> status.role() == role);
  }

  private static void awaitStatus(Running member, Predicate<LogStatus> expected) {
    long deadlineNs = System.nanoTime() + SECONDS.toNanos(30);
    while (!expected.test(member.log().status())) {
      assertTrue(System.nanoTime() < deadlineNs, () -> member.log().status().toString());
      LockSupport.parkNanos(1_000_000);
    }
  }

  private static <T> T get(CompletableFuture<T> future) throws Exception {
    return future.get(30, SECONDS);
  }

  private static Throwable failure(CompletableFuture<?> future) {
    return assertThrows(ExecutionException.class, () -> get(future)).getCause();
  }

  private static NotLeaderException assertNotLeader(CompletableFuture<?> future) {
    return assertInstanceOf(NotLeaderException.class, failure(future));
  }

  private static Member portInUseBy(Running member) {
    return new Member("n9", "127.0.0.1", member.settings().self().port());
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> paths = Files.walk(folder)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
