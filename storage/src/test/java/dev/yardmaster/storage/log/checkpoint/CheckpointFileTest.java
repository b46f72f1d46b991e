package dev.yardmaster.storage.log.checkpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.outcome.OutcomeHorizon;
import dev.yardmaster.storage.InMemoryStore;
import dev.yardmaster.storage.log.disk.Disk;
import dev.yardmaster.storage.log.disk.FileDisk;
import dev.yardmaster.storage.log.format.CheckpointFormat;
import dev.yardmaster.storage.log.format.CheckpointReader;
import dev.yardmaster.storage.log.format.TableNames;
import dev.yardmaster.storage.worker.OutcomeRetention;
import dev.yardmaster.storage.worker.RangeMarks;
import dev.yardmaster.storage.worker.SnapshotRequest;
import dev.yardmaster.storage.worker.StorageRequest;
import dev.yardmaster.storage.worker.StorageSettings;
import dev.yardmaster.storage.worker.StorageWorker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests two checkpoints of two running shards, one checkpoint after the other. */
class CheckpointFileTest {

  private static final int KEYS = 1_000;

  @TempDir private Path folder;

  private final Queue<StorageRequest> replies = new ArrayDeque<>();
  private final List<Queue<StorageRequest>> inboxes =
      List.of(new ArrayDeque<>(), new ArrayDeque<>());
  private final List<StorageWorker> workers = new ArrayList<>();
  private final ShardEntries entries =
      new ShardEntries(inboxes, replies, new SnapshotRequest(replies));

  /**
   * Starts two shards. The first shard has the even keys, and the second shard has the odd keys.
   */
  private void start() {
    for (int shard = 0; shard < 2; shard++) {
      InMemoryStore store = new InMemoryStore();
      for (int i = shard; i < KEYS; i += 2) {
        assertTrue(store.write(Key.of("t", i), i, new byte[] {1}, 5));
      }
      workers.add(
          new StorageWorker(
              "storage",
              store,
              inboxes.get(shard),
              StorageSettings.fixed(10, true),
              () -> 5,
              RangeMarks.undivided(() -> 5),
              () -> 0,
              new OutcomeRetention(new OutcomeHorizon(() -> 0, 1_000), 1_000)));
    }
  }

  private Disk disk(String name) throws IOException {
    return FileDisk.open(Files.createDirectories(folder.resolve(name)));
  }

  private CheckpointFile begin(Disk disk) throws IOException {
    CheckpointFile checkpoint = new CheckpointFile(disk, entries, 100);
    checkpoint.begin(new CheckpointFormat.Header(1, 5));
    return checkpoint;
  }

  @Test
  void aCopyWaitsUntilTheShardHasAnswered() throws IOException {
    start();
    try (Disk disk = disk("only");
        CheckpointFile checkpoint = begin(disk)) {
      assertEquals(1, checkpoint.copy());
      assertEquals(0, checkpoint.copy());
      assertEquals(1, inboxes.get(0).size());
      assertEquals(1, workers.get(0).doWork());
      assertEquals(1, checkpoint.copy());
      while (!checkpoint.isCopied()) {
        int unused = checkpoint.copy();
        workers.forEach(StorageWorker::doWork);
      }
      long unused = checkpoint.finish(0, 5);
      assertEquals(KEYS, entriesOf(disk));
    }
  }

  private static long entriesOf(Disk disk) throws IOException {
    try (CheckpointReader reader =
        CheckpointReader.open(disk, CheckpointFormat.fileName(5), new TableNames())) {
      assertTrue(reader.read((write, version) -> {}));
      return reader.entries();
    }
  }

  /**
   * If the next checkpoint took the late answer for an answer to its own request, the checkpoint
   * would lack a shard's entries.
   */
  @Test
  void anAbandonedCheckpointWaitsForTheAnswerThatItHasAskedFor() throws IOException {
    start();
    try (Disk first = disk("first");
        Disk second = disk("second")) {
      CheckpointFile abandoned = begin(first);
      assertEquals(1, abandoned.copy());
      abandoned.abandon();
      assertFalse(abandoned.isReady());
      assertEquals(0, abandoned.tidy());
      assertEquals(1, workers.get(0).doWork());
      assertEquals(1, abandoned.tidy());
      assertTrue(abandoned.isReady());

      try (CheckpointFile next = begin(second)) {
        while (!next.isCopied()) {
          int unused = next.copy();
          workers.forEach(StorageWorker::doWork);
        }
        long unused = next.finish(0, 5);
      }
      assertEquals(KEYS, entriesOf(second));
    }
  }
}
