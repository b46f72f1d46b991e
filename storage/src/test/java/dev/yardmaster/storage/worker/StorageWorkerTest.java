package dev.yardmaster.storage.worker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.yardmaster.api.Key;
import dev.yardmaster.api.TransactionId;
import dev.yardmaster.api.outcome.OutcomeHorizon;
import dev.yardmaster.storage.DiskStore;
import dev.yardmaster.storage.InMemoryStore;
import dev.yardmaster.storage.ReadSet;
import dev.yardmaster.storage.VersionedStore;
import dev.yardmaster.storage.WriteSet;
import dev.yardmaster.storage.table.MapTable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.stream.IntStream;
import org.jctools.queues.SpscArrayQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StorageWorkerTest {

  private static final Key KEY = Key.of("t", 1);
  private static final int MAX_OUTCOMES = 300;
  private static final long RETENTION_MS = 1_000;

  private final Queue<StorageRequest> inbox = new ArrayDeque<>();
  private final Queue<StorageRequest> replies = new ArrayDeque<>();
  private long watermark;
  private long nowNs;
  private long nowMs;
  private final OutcomeHorizon horizon = new OutcomeHorizon(() -> nowMs, RETENTION_MS);
  private final VersionedStore store = new InMemoryStore();

  /** Settings that change while a worker runs. */
  private static final class Switched implements StorageSettings {
    private int batchSize;
    private boolean reordering;

    Switched(int batchSize, boolean reordering) {
      this.batchSize = batchSize;
      this.reordering = reordering;
    }

    @Override
    public int batchSize() {
      return batchSize;
    }

    @Override
    public boolean storageReordering() {
      return reordering;
    }
  }

  private StorageWorker worker(int batchSize, boolean reordering) {
    return worker(StorageSettings.fixed(batchSize, reordering));
  }

  private StorageWorker worker(StorageSettings settings) {
    return new StorageWorker(
        "storage",
        store,
        inbox,
        settings,
        () -> watermark,
        RangeMarks.undivided(() -> watermark),
        () -> nowNs,
        new OutcomeRetention(horizon, MAX_OUTCOMES));
  }

  private ReadSet sendRead() {
    ReadSet reads = new ReadSet();
    ReadRequest request = new ReadRequest(0, replies, reads, new ScanSet(1), 0);
    request.add(reads.add(KEY, 1));
    inbox.add(request);
    return reads;
  }

  private void sendRead(int slot, boolean restarted) {
    ReadSet reads = new ReadSet();
    ReadRequest request = new ReadRequest(slot, replies, reads, new ScanSet(1), 0);
    request.add(reads.add(KEY, 1));
    request.restarted(restarted);
    inbox.add(request);
  }

  /**
   * Returns the slots of the requests that were answered since the last call, in the order of the
   * answers.
   */
  private List<Integer> answered() {
    List<Integer> slots = new ArrayList<>();
    for (StorageRequest reply; (reply = replies.poll()) != null; ) {
      slots.add(reply.slot());
    }
    return slots;
  }

  private void sendWrite(long version, byte[] value) {
    WriteSet writes = new WriteSet();
    WriteRequest request = new WriteRequest(0, replies, writes);
    int position = writes.add(KEY, 1);
    writes.write(position, value);
    request.add(position);
    request.version(version);
    inbox.add(request);
  }

  @Test
  void anIdleWorkerPublishesThatEntriesHaveLeftMemory() {
    DiskStore disk = new DiskStore(new MapTable(), Key::number, null, 0);
    int entries = 5_000;
    for (int i = 0; i < entries; i++) {
      assertTrue(disk.write(Key.of("t", i), i, new byte[1], i + 1));
    }
    StorageWorker worker =
        new StorageWorker(
            "storage",
            disk,
            inbox,
            StorageSettings.fixed(1, false),
            () -> watermark,
            RangeMarks.undivided(() -> watermark),
            () -> nowNs,
            new OutcomeRetention(horizon, MAX_OUTCOMES),
            ShardSnapshots.none(() -> watermark),
            new ArrayDeque<>());
    FlushRequest flush = new FlushRequest(replies);
    flush.begin(0);
    do {
      inbox.add(flush);
      assertEquals(1, worker.doWork());
    } while (!flush.isComplete());
    flush.end(true);
    inbox.add(flush);
    assertEquals(1, worker.doWork());
    assertEquals(disk.bytes(), worker.counter(StorageCounter.DATA_BYTES));
    assertTrue(disk.bytes() > entries);

    watermark = entries;
    while (disk.bytes() > 0) {
      assertEquals(0, worker.doWork());
    }
    assertEquals(0, worker.counter(StorageCounter.DATA_BYTES));
  }

  @Test
  void withoutReorderingARequestSeesWhatArrivedBeforeIt() {
    StorageWorker worker = worker(10, false);
    ReadSet before = sendRead();
    sendWrite(1, new byte[] {1});
    ReadSet after = sendRead();
    assertEquals(3, worker.doWork());
    assertEquals(0, before.version(0));
    assertEquals(1, after.version(0));
    assertEquals(3, replies.size());
  }

  @Test
  void withReorderingWritesOvertakeReads() {
    StorageWorker worker = worker(10, true);
    ReadSet read = sendRead();
    sendWrite(2, new byte[] {2});
    sendWrite(1, new byte[] {1});
    assertEquals(3, worker.doWork());
    assertEquals(2, read.version(0));
    assertEquals(2, read.value(0)[0]);
  }

  @Test
  void aReadBeyondTheBatchIsOvertakenByLaterWritesToo() {
    StorageWorker worker = worker(2, true);
    ReadSet first = sendRead();
    ReadSet second = sendRead();
    ReadSet third = sendRead();
    assertEquals(2, worker.doWork());
    sendWrite(1, new byte[] {1});
    assertEquals(2, worker.doWork());
    assertEquals(0, first.version(0));
    assertEquals(0, second.version(0));
    assertEquals(1, third.version(0));
    assertEquals(0, worker.doWork());
  }

  @Test
  void withReorderingReadsOfRestartedTransactionsAreServedBeforeOthers() {
    StorageWorker worker = worker(10, true);
    sendRead(1, false);
    sendRead(2, true);
    sendRead(3, false);
    sendRead(4, true);
    assertEquals(4, worker.doWork());
    assertEquals(List.of(2, 4, 1, 3), answered());
  }

  @Test
  void withReorderingBothKindsOfReadsShareTheBatch() {
    StorageWorker worker = worker(2, true);
    sendRead(1, false);
    sendRead(2, false);
    sendRead(3, true);
    assertEquals(2, worker.doWork());
    assertEquals(List.of(3, 1), answered());
    sendRead(4, true);
    sendRead(5, true);
    sendRead(6, true);
    assertEquals(2, worker.doWork());
    assertEquals(List.of(4, 5), answered());
    assertEquals(2, worker.doWork());
    assertEquals(List.of(6, 2), answered());
    assertEquals(0, worker.doWork());
  }

  @Test
  void withReorderingWritesOvertakeReadsOfRestartedTransactionsToo() {
    StorageWorker worker = worker(1, true);
    ReadSet reads = new ReadSet();
    ReadRequest request = new ReadRequest(0, replies, reads, new ScanSet(1), 0);
    request.add(reads.add(KEY, 1));
    request.restarted(true);
    inbox.add(request);
    sendWrite(1, new byte[] {1});
    assertEquals(2, worker.doWork());
    assertEquals(1, reads.version(0));
  }

  @Test
  void withoutReorderingARestartedReadWaitsItsTurn() {
    StorageWorker worker = worker(2, false);
    sendRead(1, false);
    sendRead(2, false);
    sendRead(3, true);
    assertEquals(2, worker.doWork());
    assertEquals(List.of(1, 2), answered());
    assertEquals(1, worker.doWork());
    assertEquals(List.of(3), answered());
  }

  @Test
  void takesAtMostABatchInOneDutyCycle() {
    StorageWorker worker = worker(2, false);
    for (int i = 0; i < 5; i++) {
      sendRead();
    }
    assertEquals(2, worker.doWork());
    assertEquals(2, worker.doWork());
    assertEquals(1, worker.doWork());
    assertEquals(0, worker.doWork());
    assertEquals(3, worker.counter(StorageCounter.BATCHES));
    assertEquals(5, worker.counter(StorageCounter.REQUESTS));
  }

  @Test
  void aBatchMayBeLargerThanAGroupThatIsLoadedTogether() {
    for (boolean reordering : new boolean[] {false, true}) {
      StorageWorker worker = worker(50, reordering);
      for (int slot = 0; slot < 80; slot++) {
        sendRead(slot, false);
      }
      assertEquals(50, worker.doWork());
      assertEquals(30, worker.doWork());
      assertEquals(IntStream.range(0, 80).boxed().toList(), answered());
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void readsHeldWhenReorderingEndsAreServedBeforeNewerRequests(boolean newer) {
    Switched settings = new Switched(2, true);
    StorageWorker worker = worker(settings);
    sendRead(1, false);
    sendRead(2, false);
    sendRead(3, false);
    sendRead(4, true);
    sendRead(5, false);
    worker.doWork();
    assertEquals(List.of(4, 1), answered());
    settings.reordering = false;
    if (newer) {
      sendRead(6, true);
      sendRead(7, false);
    }
    assertEquals(2, worker.doWork());
    assertEquals(List.of(2, 3), answered());
    assertEquals(1, worker.doWork());
    assertEquals(List.of(5), answered());
    assertEquals(newer ? 2 : 0, worker.doWork());
    assertEquals(newer ? List.of(6, 7) : List.of(), answered());
  }

  @Test
  void writesDoNotOvertakeWhatWasHeldOnceReorderingHasEnded() {
    Switched settings = new Switched(1, true);
    StorageWorker worker = worker(settings);
    ReadSet first = sendRead();
    ReadSet held = sendRead();
    worker.doWork();
    settings.reordering = false;
    sendWrite(1, new byte[] {1});
    ReadSet after = sendRead();
    while (worker.doWork() > 0) {}
    assertEquals(0, first.version(0));
    assertEquals(0, held.version(0));
    assertEquals(1, after.version(0));
  }

  @Test
  void switchedOnAgainItReordersAsBefore() {
    Switched settings = new Switched(1, true);
    StorageWorker worker = worker(settings);
    sendRead(1, false);
    sendRead(2, false);
    sendRead(3, false);
    worker.doWork();
    settings.reordering = false;
    worker.doWork();
    assertEquals(List.of(1, 2), answered());
    settings.reordering = true;
    sendRead(4, true);
    sendWrite(1, new byte[] {1});
    ReadSet last = sendRead();
    assertEquals(2, worker.doWork());
    assertEquals(
        List.of(0, 4), answered(), "the write must be answered first, then the restarted read");
    assertEquals(1, worker.doWork());
    assertEquals(List.of(3), answered());
    assertEquals(1, worker.doWork());
    assertEquals(1, last.version(0));
    assertEquals(0, worker.doWork());
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aSmallerBatchTakesEffectAtOnce(boolean reordering) {
    Switched settings = new Switched(10, reordering);
    StorageWorker worker = worker(settings);
    for (int i = 0; i < 15; i++) {
      sendRead();
    }
    assertEquals(10, worker.doWork());
    settings.batchSize = 1;
    assertEquals(1, worker.doWork());
    assertEquals(1, worker.doWork());
    settings.reordering = false;
    assertEquals(1, worker.doWork());
    settings.batchSize = 10;
    assertEquals(2, worker.doWork());
  }

  @Test
  void aDeletedKeyReadsAsATombstoneUntilTheWatermarkCoversIt() {
    StorageWorker worker = worker(10, true);
    sendWrite(1, null);
    ReadSet read = sendRead();
    worker.doWork();
    assertEquals(1, read.version(0));
    assertSame(null, read.value(0));
    watermark = 1;
    sendRead();
    worker.doWork();
    ReadSet later = sendRead();
    worker.doWork();
    assertEquals(0, later.version(0));
  }

  @Test
  void aFullReplyQueueIsABug() {
    Queue<StorageRequest> tiny = new SpscArrayQueue<>(1);
    while (tiny.offer(new ReadRequest(9, replies, new ReadSet(), new ScanSet(1), 0))) {}
    inbox.add(new ReadRequest(7, tiny, new ReadSet(), new ScanSet(1), 0));
    StorageWorker worker = worker(1, false);
    assertThrows(IllegalStateException.class, worker::doWork);
  }

  private static Key outcomeKey(long createdMs, int number) {
    return new TransactionId(createdMs, 0, number).outcomeKey();
  }

  private void keepOutcomes(long createdMs, int count) {
    for (int i = 0; i < count; i++) {
      Key key = outcomeKey(createdMs, i);
      store.write(key, key.hashCode(), new byte[1], 1);
    }
  }

  @Test
  void outcomesAreForgottenWhenTheyAreOldWithoutAnyRequest() {
    StorageWorker worker = worker(10, true);
    store.write(KEY, 1, new byte[1], 1);
    keepOutcomes(0, 10);
    keepOutcomes(5, 10);
    nowMs = RETENTION_MS;
    assertEquals(0, worker.doWork());
    nowMs = RETENTION_MS + 5;
    nowNs += 1_000_000;
    assertEquals(10, worker.doWork());
    assertEquals(5, horizon.get());
    assertEquals(10, store.reservedSize());
    assertEquals(11, store.size());
    nowMs++;
    assertEquals(
        0,
        worker.doWork(),
        "the worker must look for expired outcomes at most once in a millisecond");
    nowNs += 1_000_000;
    assertEquals(10, worker.doWork());
    assertEquals(1, store.size());
    nowNs += 1_000_000;
    assertEquals(0, worker.doWork());
  }

  @Test
  void theOldestOutcomesAreForgottenWhenThereAreTooMany() {
    StorageWorker worker = worker(10, false);
    nowMs = 100;
    keepOutcomes(50, 2);
    keepOutcomes(60, MAX_OUTCOMES - 1);
    sendRead();
    worker.doWork();
    assertEquals(51, horizon.get());
    assertEquals(MAX_OUTCOMES - 1, store.reservedSize());
    nowNs += 1_000_000;
    assertEquals(0, worker.doWork());
  }

  @Test
  void noMoreThanABatchOfOutcomesIsForgottenAtOnce() {
    StorageWorker worker = worker(10, false);
    keepOutcomes(1, 2 * OutcomeRetention.BATCH + 1);
    nowMs = 10 * RETENTION_MS;
    assertEquals(OutcomeRetention.BATCH, worker.doWork());
    assertEquals(OutcomeRetention.BATCH, worker.doWork());
    assertEquals(1, worker.doWork());
    assertEquals(0, store.size());
  }
}
