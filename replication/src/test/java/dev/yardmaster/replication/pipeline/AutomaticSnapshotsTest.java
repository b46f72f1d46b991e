package dev.yardmaster.replication.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.replication.LogStatus;
import dev.yardmaster.replication.MemberRole;
import dev.yardmaster.replication.Replica;
import dev.yardmaster.replication.UnknownOutcomeException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AutomaticSnapshotsTest {

  private static final int LIMIT = 1_000;

  @TempDir private Path folder;

  private final List<Runnable> retries = new ArrayList<>();
  private final List<CompletableFuture<Long>> requests = new ArrayList<>();
  private final AutomaticSnapshots snapshots = newSnapshots(7);
  private long applied;
  private int snapshotBytes;

  private AutomaticSnapshots newSnapshots(long seed) {
    return newSnapshots(seed, Long.MAX_VALUE);
  }

  private AutomaticSnapshots newSnapshots(long seed, long most) {
    return new AutomaticSnapshots(
        new EmptyReplica(), LIMIT, most, new SplittableRandom(seed), Runnable::run, retries::add);
  }

  /** A replica without state. */
  private final class EmptyReplica implements Replica {
    @Override
    public void apply(long index, long term, ByteBuffer entry) {}

    @Override
    public void startLeading(long term) {}

    @Override
    public void stopLeading(long term) {}

    @Override
    public Save save(Path folder) throws IOException {
      Files.write(
          Files.createDirectories(folder.resolve("a/b")).resolve("snapshot"),
          new byte[snapshotBytes]);
      return Save.DONE;
    }

    @Override
    public void load(Path folder) {}
  }

  /** A log that only supports requests for snapshots. */
  private final class SnapshotLog extends UnsupportedLog {
    @Override
    public CompletableFuture<Long> snapshot() {
      requests.add(new CompletableFuture<>());
      return requests.get(requests.size() - 1);
    }

    @Override
    public LogStatus status() {
      return new LogStatus(
          MemberRole.FOLLOWER, 1, Optional.empty(), applied, 1, applied, List.of());
    }
  }

  private void apply(AutomaticSnapshots to) {
    applied++;
    to.apply(applied, 1, ByteBuffer.allocate(1));
  }

  /** Applies entries of one byte until a snapshot is requested, and returns the number of bytes. */
  private int applyUntilRequest(AutomaticSnapshots to) {
    int before = requests.size();
    int bytes = 0;
    while (requests.size() == before) {
      assertTrue(bytes < 2 * LIMIT, "no snapshot is requested");
      apply(to);
      bytes++;
    }
    return bytes;
  }

  private CompletableFuture<Long> lastRequest() {
    return requests.get(requests.size() - 1);
  }

  private void takeSnapshot() throws IOException {
    snapshots.save(folder).run();
    assertTrue(lastRequest().complete(applied));
  }

  @Test
  void aSnapshotIsRequestedBetweenHalfOfTheLimitAndTheLimit() throws IOException {
    snapshots.joins(new SnapshotLog());
    Set<Integer> lengths = new HashSet<>();
    for (int i = 0; i < 50; i++) {
      int bytes = applyUntilRequest(snapshots);
      assertTrue(bytes >= LIMIT / 2 && bytes <= LIMIT, "after " + bytes);
      lengths.add(bytes);
      takeSnapshot();
    }
    assertTrue(lengths.size() > 20, lengths.toString());
    AutomaticSnapshots other = newSnapshots(8);
    other.joins(new SnapshotLog());
    AutomaticSnapshots first = newSnapshots(7);
    first.joins(new SnapshotLog());
    assertNotEquals(applyUntilRequest(first), applyUntilRequest(other));
  }

  /**
   * A new member copies the snapshot and then needs the entries after the snapshot. Therefore the
   * log must not remove these entries too soon.
   */
  @Test
  void afterALongSnapshotTheLogKeepsAtLeastItsLength() throws IOException {
    snapshots.joins(new SnapshotLog());
    applyUntilRequest(snapshots);
    snapshotBytes = 20 * LIMIT;
    takeSnapshot();
    for (int i = 0; i < 20 * LIMIT - 1; i++) {
      apply(snapshots);
    }
    assertEquals(1, requests.size());
    for (int i = 0; i < 20 * LIMIT + 1; i++) {
      apply(snapshots);
    }
    assertEquals(2, requests.size());
  }

  @Test
  void theNumberOfBytesHasAMaximumHoweverLongTheLimitOrTheLastSnapshotIs() throws IOException {
    int most = LIMIT / 5;
    AutomaticSnapshots bounded = newSnapshots(7, most);
    bounded.joins(new SnapshotLog());
    snapshotBytes = 20 * LIMIT;
    for (int i = 0; i < 10; i++) {
      int bytes = applyUntilRequest(bounded);
      assertTrue(bytes >= most / 2 && bytes <= most, "after " + bytes);
      bounded.save(folder).run();
      assertTrue(lastRequest().complete(applied));
    }
  }

  @Test
  void entriesAfterTheSnapshotsPlaceCountForTheNextOne() throws IOException {
    snapshots.joins(new SnapshotLog());
    applyUntilRequest(snapshots);
    Replica.Save rest = snapshots.save(folder);
    for (int i = 0; i < 2 * LIMIT; i++) {
      apply(snapshots);
    }
    rest.run();
    assertEquals(1, requests.size(), "one at a time");
    assertTrue(lastRequest().complete(applied));
    assertEquals(2, requests.size(), "without a further entry");
  }

  @Test
  void aFailedSnapshotIsTriedAgainWhenTheLogHasGrown() throws IOException {
    snapshots.joins(new SnapshotLog());
    applyUntilRequest(snapshots);
    for (int i = 0; i < 3; i++) {
      assertTrue(lastRequest().completeExceptionally(new UnknownOutcomeException("planted")));
      assertEquals(LIMIT / 8, applyUntilRequest(snapshots));
    }
    takeSnapshot();
    assertTrue(applyUntilRequest(snapshots) >= LIMIT / 2);
  }

  /** If memory is full, the leader appends no entry until a snapshot has flushed the memory. */
  @Test
  void aFailedSnapshotIsTriedAgainAfterAPauseThoughTheLogHasNotGrown() throws IOException {
    snapshots.joins(new SnapshotLog());
    applyUntilRequest(snapshots);
    for (int i = 1; i <= 3; i++) {
      assertTrue(lastRequest().completeExceptionally(new UnknownOutcomeException("planted")));
      assertEquals(i, requests.size());
      assertEquals(1, retries.size());
      retries.remove(0).run();
      assertEquals(i + 1, requests.size());
    }
    takeSnapshot();
    assertEquals(0, retries.size());
    assertTrue(applyUntilRequest(snapshots) >= LIMIT / 2);
  }

  @Test
  void entriesThatAreAppliedAgainAfterAStartCount() throws IOException {
    for (int i = 0; i < LIMIT; i++) {
      apply(snapshots);
    }
    snapshots.load(folder);
    for (int i = 0; i < LIMIT / 4; i++) {
      apply(snapshots);
    }
    snapshots.joins(new SnapshotLog());
    assertEquals(0, requests.size(), "what is before the loaded snapshot does not count");
    int more = applyUntilRequest(snapshots);
    assertTrue(more <= LIMIT - LIMIT / 4, "after " + more);

    AutomaticSnapshots restarted = newSnapshots(7);
    for (int i = 0; i < LIMIT; i++) {
      apply(restarted);
    }
    restarted.joins(new SnapshotLog());
    assertEquals(2, requests.size(), "due when the machine has started");
  }
}
