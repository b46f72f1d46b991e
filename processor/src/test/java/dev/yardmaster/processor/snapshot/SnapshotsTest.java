package dev.yardmaster.processor.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.SnapshotOptions;
import dev.yardmaster.processor.coordinator.Fingerprints;
import dev.yardmaster.processor.coordinator.WakeUp;
import dev.yardmaster.service.OpenSnapshot;
import dev.yardmaster.storage.worker.ShardSnapshots;
import dev.yardmaster.storage.worker.SnapshotRead;
import dev.yardmaster.validator.Watermark;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Tests snapshots of two shards; the test itself does the work of the shards' workers. */
class SnapshotsTest {

  private static final long SECOND_NS = 1_000_000_000;

  private long nowNs;
  private final List<Queue<SnapshotRead>> shards = List.of(new ArrayDeque<>(), new ArrayDeque<>());
  private final WakeUp wakeUp = new WakeUp();
  private final Snapshots snapshots =
      new Snapshots(
          new Watermark(16),
          shards,
          () -> new Fingerprints(1, 2),
          10,
          1_000,
          null,
          wakeUp,
          () -> nowNs);
  private final ShardSnapshots first = snapshots.ofShard(0);
  private final ShardSnapshots second = snapshots.ofShard(1);

  private CompletableFuture<OpenSnapshot> open() {
    return snapshots.open(SnapshotOptions.strict()).toCompletableFuture();
  }

  /** Runs one duty cycle of a shard's worker. Returns whether the shard keeps old values. */
  private static boolean run(ShardSnapshots shard) {
    shard.horizon();
    boolean kept = shard.areKept();
    shard.kept(0);
    return kept;
  }

  @Test
  void theFirstSnapshotWaitsUntilAllShardsKeepReplacedValues() {
    assertFalse(run(first));
    assertFalse(run(second));
    CompletableFuture<OpenSnapshot> opening = open();
    assertTrue(run(first));
    assertTrue(run(first));
    assertFalse(opening.isDone());
    assertTrue(run(second));
    assertFalse(opening.isDone());
    assertTrue(run(first));
    assertTrue(opening.isDone());
    assertTrue(open().isDone(), "the shards keep replaced values");
  }

  @Test
  void openingAndReadingWakeWorkersThatSleep() {
    int beforeOpening = wakeUp.request();
    CompletableFuture<OpenSnapshot> opening = open();
    assertTrue(wakeUp.isSignalledSince(beforeOpening));
    run(first);
    run(second);
    run(first);
    int beforeReading = wakeUp.request();
    var unused = opening.join().values(List.of(Key.of("t", 1)));
    assertTrue(wakeUp.isSignalledSince(beforeReading));
  }

  @Test
  void replacedValuesAreKeptForASecondAfterAnExpiredSnapshot() {
    CompletableFuture<OpenSnapshot> opening = open();
    run(first);
    run(second);
    run(first);
    assertTrue(opening.isDone());
    nowNs += SnapshotOptions.strict().timeout().toNanos();
    run(first);
    assertEquals(1, snapshots.expired());
    assertTrue(run(first));
    assertTrue(open().isDone());
  }

  @Test
  void replacedValuesAreKeptForASecondAfterTheLastSnapshot() {
    CompletableFuture<OpenSnapshot> opening = open();
    run(first);
    run(second);
    run(first);
    nowNs += 2 * SECOND_NS;
    assertTrue(run(first));
    opening.join().close();
    nowNs += SECOND_NS - 1;
    CompletableFuture<OpenSnapshot> again = open();
    assertTrue(again.isDone());
  }
}
