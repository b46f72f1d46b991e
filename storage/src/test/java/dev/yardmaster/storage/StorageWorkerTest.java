package dev.yardmaster.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.yardmaster.api.Key;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jctools.queues.SpscArrayQueue;
import org.junit.jupiter.api.Test;

class StorageWorkerTest {

  private static final Key KEY = Key.of("t", 1);

  private final Queue<StorageRequest> inbox = new ArrayDeque<>();
  private final Queue<StorageRequest> replies = new ArrayDeque<>();
  private long watermark;

  private StorageWorker worker(int batchSize, boolean reordering) {
    return new StorageWorker(
        "storage", new InMemoryStore(), inbox, batchSize, reordering, () -> watermark, () -> 0);
  }

  private ReadSet sendRead() {
    ReadSet reads = new ReadSet();
    ReadRequest request = new ReadRequest(0, replies, reads);
    request.add(reads.add(KEY, 1));
    inbox.add(request);
    return reads;
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
    while (tiny.offer(new ReadRequest(9, replies, new ReadSet()))) {}
    inbox.add(new ReadRequest(7, tiny, new ReadSet()));
    StorageWorker worker = worker(1, false);
    assertThrows(IllegalStateException.class, worker::doWork);
  }
}
