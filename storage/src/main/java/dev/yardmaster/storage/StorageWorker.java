package dev.yardmaster.storage;

import java.util.Queue;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.LongSupplier;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.NanoClock;

/**
 * Serves one shard. Each duty cycle takes what has arrived, up to a batch; with reordering it
 * applies the batch's writes before it serves its reads (batching paper, section 3.1).
 */
public final class StorageWorker implements Agent {

  private final String name;
  private final VersionedStore store;
  private final Queue<StorageRequest> inbox;
  private final boolean reordering;
  private final LongSupplier watermark;
  private final NanoClock clock;
  private final StorageRequest[] batch;
  private final AtomicLongArray counters = new AtomicLongArray(StorageCounter.values().length);

  /**
   * A worker; the thread that calls {@link #doWork} owns the store.
   *
   * @param inbox requests in order of arrival; this worker is its only consumer
   * @param batchSize most requests of one duty cycle
   * @param reordering whether writes overtake reads within a batch
   * @param watermark every commit version up to this one is installed or will never write
   */
  public StorageWorker(
      String name,
      VersionedStore store,
      Queue<StorageRequest> inbox,
      int batchSize,
      boolean reordering,
      LongSupplier watermark,
      NanoClock clock) {
    this.name = name;
    this.store = store;
    this.inbox = inbox;
    this.reordering = reordering;
    this.watermark = watermark;
    this.clock = clock;
    this.batch = new StorageRequest[batchSize];
  }

  @Override
  public int doWork() {
    int size = take();
    if (size == 0) {
      return 0;
    }
    long beganNs = clock.nanoTime();
    if (reordering) {
      serveWritesFirst(size);
    } else {
      serveInOrder(size);
    }
    store.purgeTombstones(watermark.getAsLong());
    count(StorageCounter.BATCHES, 1);
    count(StorageCounter.REQUESTS, size);
    count(StorageCounter.BUSY_NS, clock.nanoTime() - beganNs);
    return size;
  }

  private int take() {
    int size = 0;
    StorageRequest request;
    while (size < batch.length && (request = inbox.poll()) != null) {
      batch[size++] = request;
    }
    return size;
  }

  private void serveInOrder(int size) {
    int writes = 0;
    for (int i = 0; i < size; i++) {
      StorageRequest request = batch[i];
      if (request instanceof WriteRequest) {
        writes++;
      }
      request.serve(store);
      request.reply();
    }
    count(StorageCounter.WRITE_REQUESTS, writes);
  }

  private void serveWritesFirst(int size) {
    int reads = 0;
    for (int i = 0; i < size; i++) {
      StorageRequest request = batch[i];
      if (request instanceof WriteRequest) {
        request.serve(store);
        request.reply();
      } else {
        batch[reads++] = request;
      }
    }
    for (int i = 0; i < reads; i++) {
      batch[i].serve(store);
      batch[i].reply();
    }
    count(StorageCounter.WRITE_REQUESTS, size - reads);
  }

  private void count(StorageCounter counter, long amount) {
    counters.setOpaque(counter.ordinal(), counters.getPlain(counter.ordinal()) + amount);
  }

  /** A total since the start; any thread. */
  public long counter(StorageCounter counter) {
    return counters.getOpaque(counter.ordinal());
  }

  /** Requests that wait; any thread. */
  public int queueDepth() {
    return inbox.size();
  }

  @Override
  public String roleName() {
    return name;
  }
}
