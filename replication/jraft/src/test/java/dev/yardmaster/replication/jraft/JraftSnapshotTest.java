package dev.yardmaster.replication.jraft;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.replication.Member;
import dev.yardmaster.replication.MemberRole;
import dev.yardmaster.replication.MemberSettings;
import dev.yardmaster.replication.Replica;
import dev.yardmaster.replication.ReplicatedLog;
import dev.yardmaster.replication.UnknownOutcomeException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests snapshots with several files, and snapshots that fail. The members connect to each other by
 * host name.
 */
class JraftSnapshotTest {

  /**
   * A replica whose state is the last entry. A snapshot stores this entry in a file in a subfolder.
   */
  private static final class LastEntry implements Replica {

    final CompletableFuture<Long> leadingTerm = new CompletableFuture<>();
    final CompletableFuture<String> loaded = new CompletableFuture<>();
    volatile CompletableFuture<Void> saving = new CompletableFuture<>();
    volatile CompletableFuture<Void> mayEnd = CompletableFuture.completedFuture(null);
    volatile boolean disturbed;
    private String last = "";

    @Override
    public void apply(long index, long term, ByteBuffer entry) {
      last = UTF_8.decode(entry).toString();
    }

    @Override
    public void startLeading(long term) {
      leadingTerm.complete(term);
    }

    @Override
    public void stopLeading(long term) {}

    @Override
    public Save save(Path folder) throws IOException {
      if (disturbed) {
        throw new IOException("planted");
      }
      Files.writeString(Files.createDirectories(folder.resolve("a/b")).resolve("last"), last);
      Files.writeString(folder.resolve("empty"), "");
      return () -> {
        saving.complete(null);
        mayEnd.join();
      };
    }

    @Override
    public boolean flushesWhenSaved() {
      return true;
    }

    @Override
    public void load(Path folder) throws IOException {
      if (disturbed) {
        throw new IOException("planted");
      }
      assertEquals("", Files.readString(folder.resolve("empty")));
      last = Files.readString(folder.resolve("a/b/last"));
      loaded.complete(last);
    }
  }

  @TempDir Path folder;

  @Test
  void aNewMemberGetsAllFilesOfASnapshotAndTheNamesOfTheMembers() throws Exception {
    Member n1 = freeMember("n1");
    Member n2 = freeMember("n2");
    LastEntry first = new LastEntry();
    LastEntry second = new LastEntry();
    try (ReplicatedLog log = start(n1, List.of(n1), first)) {
      append(log, first, "one");
      get(log.snapshot());
      try (ReplicatedLog added = start(n2, List.of(), second)) {
        get(log.changeMembers(List.of(n1, n2)));

        assertEquals("one", get(second.loaded));
        append(log, first, "two");
        get(log.transferLeadership("n2"));
        get(second.leadingTerm);
        assertEquals(List.of(n1, n2), added.status().members());
      }
    }
  }

  /**
   * If these entries were removed, a new member could never catch up when snapshots are taken
   * faster than they are copied.
   */
  @Test
  void theEntriesAfterASnapshotStayWhileAnotherMemberCopiesIt() throws Exception {
    Member n1 = freeMember("n1");
    Member n2 = freeMember("n2");
    LastEntry first = new LastEntry();
    LastEntry second = new LastEntry();
    try (ReplicatedLog log = start(n1, List.of(n1), first)) {
      append(log, first, "one");
      long index = get(log.snapshot());
      try (ReplicatedLog added = start(n2, List.of(), second)) {
        CompletableFuture<Void> change = log.changeMembers(List.of(n1, n2));
        get(second.loaded); // The new member has just loaded the snapshot.
        append(log, first, "two");
        first.saving = new CompletableFuture<>();

        ExecutionException kept = assertThrows(ExecutionException.class, () -> get(log.snapshot()));

        assertTrue(kept.getMessage().contains("another member copies"), kept::toString);
        get(first.saving);
        get(change);
        get(log.transferLeadership("n2"));
        append(added, second, "three");
        assertTrue(added.status().appliedIndex() > index);
      }
    }
  }

  @Test
  void aSnapshotThatCannotBeSavedLeavesTheLogAsItIs() throws Exception {
    Member n1 = freeMember("n1");
    LastEntry replica = new LastEntry();
    try (ReplicatedLog log = start(n1, List.of(n1), replica)) {
      append(log, replica, "one");
      replica.disturbed = true;

      ExecutionException failed = assertThrows(ExecutionException.class, () -> get(log.snapshot()));

      assertInstanceOf(UnknownOutcomeException.class, failed.getCause());
      assertEquals(MemberRole.LEADER, log.status().role());
      append(log, replica, "two");
      replica.disturbed = false;
      assertEquals(log.status().appliedIndex(), get(log.snapshot()));
      assertEquals(log.status().appliedIndex(), get(log.snapshot()));
    }
  }

  /** In this test, the replica completes its snapshot only after it has applied a further entry. */
  @Test
  void entriesAreAppliedWhileASnapshotIsSaved() throws Exception {
    Member n1 = freeMember("n1");
    CompletableFuture<Void> mayEnd = new CompletableFuture<>();
    LastEntry replica = new LastEntry();
    replica.mayEnd = mayEnd;
    try (ReplicatedLog log = start(n1, List.of(n1), replica)) {
      append(log, replica, "one");
      long index = log.status().appliedIndex();
      CompletableFuture<Long> snapshot = log.snapshot();
      get(replica.saving);
      append(log, replica, "two");
      ExecutionException another =
          assertThrows(ExecutionException.class, () -> get(log.snapshot()));
      assertInstanceOf(UnknownOutcomeException.class, another.getCause());
      assertFalse(snapshot.isDone());

      mayEnd.complete(null);

      assertEquals(index, get(snapshot));
      assertEquals(log.status().appliedIndex(), get(log.snapshot()));
    }
    LastEntry again = new LastEntry();
    try (ReplicatedLog log = start(n1, List.of(n1), again)) {
      assertEquals("two", get(again.loaded));
      append(log, again, "three");
    }
  }

  @Test
  void aMemberWhoseSnapshotCannotBeLoadedDoesNotStart() throws Exception {
    Member n1 = freeMember("n1");
    LastEntry replica = new LastEntry();
    try (ReplicatedLog log = start(n1, List.of(n1), replica)) {
      append(log, replica, "one");
      get(log.snapshot());
    }
    LastEntry disturbed = new LastEntry();
    disturbed.disturbed = true;

    assertThrows(IOException.class, () -> start(n1, List.of(n1), disturbed));

    LastEntry again = new LastEntry();
    try (ReplicatedLog log = start(n1, List.of(n1), again)) {
      assertEquals("one", get(again.loaded));
      get(again.leadingTerm);
      assertEquals(List.of(n1), log.status().members());
    }
  }

  @Test
  void aReplicaThatThrowsWhenItStartsToLeadHasFailed() throws Exception {
    Member n1 = freeMember("n1");
    LastEntry replica = new LastEntry();
    Replica throwing =
        new Replica() {
          @Override
          public void apply(long index, long term, ByteBuffer entry) {}

          @Override
          public void startLeading(long term) {
            replica.startLeading(term);
            throw new IllegalStateException("planted");
          }

          @Override
          public void stopLeading(long term) {}

          @Override
          public Save save(Path folder) {
            return Save.DONE;
          }

          @Override
          public void load(Path folder) {}
        };
    try (ReplicatedLog log = start(n1, List.of(n1), throwing)) {
      long term = get(replica.leadingTerm);

      assertThrows(
          ExecutionException.class, () -> get(log.append(term, ByteBuffer.wrap(new byte[1]))));

      assertEquals(MemberRole.FAILED, log.status().role());
    }
  }

  private ReplicatedLog start(Member member, List<Member> members, Replica replica)
      throws IOException {
    return new JraftEngine()
        .start(
            new MemberSettings(
                member, members, folder.resolve(member.name()), Duration.ofSeconds(2), 1 << 20),
            replica);
  }

  private static void append(ReplicatedLog log, LastEntry replica, String text) throws Exception {
    get(log.append(get(replica.leadingTerm), ByteBuffer.wrap(text.getBytes(UTF_8))));
  }

  private static Member freeMember(String name) throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return new Member(name, "localhost", socket.getLocalPort());
    }
  }

  private static <T> T get(CompletableFuture<T> future) throws Exception {
    return future.get(30, SECONDS);
  }
}
