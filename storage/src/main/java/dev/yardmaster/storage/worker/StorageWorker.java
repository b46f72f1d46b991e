package dev.yardmaster.storage.worker;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.storage.DiskStore;
import dev.yardmaster.storage.VersionedStore;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.LongSupplier;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.NanoClock;

/**
 * Serves one shard. In each duty cycle, the worker serves the requests that have arrived, up to the
 * batch size. With reordering, the worker first applies all writes that have arrived. After the
 * writes, the worker executes reads, at most as many as the batch size, and reads of restarted
 * transactions first (batching paper, section 3.1).
 */
public final class StorageWorker implements Agent {

  private static final long FORGET_INTERVAL_NS = 1_000_000;

  /** The maximum number of requests whose entries are prefetched together. */
  private static final int GROUP = 32;

  private final String name;
  private final VersionedStore store;

  @Shared(
      writers =
          "processors; with durability also the checkpointer, and with a replicated log the"
              + " thread that saves a snapshot",
      readers = "that storage worker",
      access =
          "JCTools MPSC queue, or SPSC with one producer, bounded by the number of all slots,"
              + " plus 1 for a checkpoint, because a transaction has one request at a"
              + " shard")
  private final Queue<StorageRequest> inbox;

  private final StorageSettings settings;
  private final LongSupplier watermark;
  private final RangeMarks ranges;
  private final NanoClock clock;
  private final OutcomeRetention outcomes;
  private final ShardReads snapshots;
  private final DiskStore disk;
  private final Queue<ReadRequest> misses;
  private int batchSize;
  private final StorageRequest[] group = new StorageRequest[GROUP];
  private final ArrayDeque<StorageRequest> restartedReads = new ArrayDeque<>();
  private final ArrayDeque<StorageRequest> waitingReads = new ArrayDeque<>();
  private long nextForgetNs;

  @Shared(
      writers = "that storage worker",
      readers = "any thread, for metrics",
      access = "opaque, single writer")
  private final AtomicLongArray counters = new AtomicLongArray(StorageCounter.values().length);

  /** Creates a worker for a shard that no snapshot ever reads. */
  public StorageWorker(
      String name,
      VersionedStore store,
      Queue<StorageRequest> inbox,
      StorageSettings settings,
      LongSupplier watermark,
      RangeMarks ranges,
      NanoClock clock,
      OutcomeRetention outcomes) {
    this(
        name,
        store,
        inbox,
        settings,
        watermark,
        ranges,
        clock,
        outcomes,
        ShardSnapshots.none(watermark),
        null);
  }

  /**
   * Creates a worker. The thread that calls {@link #doWork} owns the store.
   *
   * @param inbox the queue of requests in the order of arrival; this worker is the queue's only
   *     consumer
   * @param settings the settings; the worker reads them in every duty cycle
   * @param watermark supplies a commit version such that all writes at or below this version are
   *     installed
   * @param ranges provides, for each logical range, the version up to which all its writes are
   *     installed
   * @param outcomes decides which outcomes of transactions the shard keeps
   * @param snapshots the open snapshots
   * @param misses the queue of the {@link TableReader} if the store is a {@link DiskStore};
   *     otherwise null
   */
  public StorageWorker(
      String name,
      VersionedStore store,
      Queue<StorageRequest> inbox,
      StorageSettings settings,
      LongSupplier watermark,
      RangeMarks ranges,
      NanoClock clock,
      OutcomeRetention outcomes,
      ShardSnapshots snapshots,
      Queue<ReadRequest> misses) {
    this.name = name;
    this.store = store;
    this.inbox = inbox;
    this.settings = settings;
    this.watermark = watermark;
    this.ranges = ranges;
    this.clock = clock;
    this.outcomes = outcomes;
    this.snapshots = new ShardReads(store, snapshots);
    this.misses = misses;
    disk = misses == null ? null : (DiskStore) store;
    this.nextForgetNs = clock.nanoTime();
    release();
    publishBytes();
  }

  /**
   * Serves a batch of requests, and at most one read of a snapshot. The work of one such read is
   * bounded, so snapshots delay a transaction by at most one bounded read in each duty cycle.
   */
  @Override
  public int doWork() {
    return (snapshots.serve() ? 1 : 0) + serveBatch();
  }

  private void release() {
    counters.setOpaque(StorageCounter.KEPT_BYTES.ordinal(), snapshots.release());
  }

  private int serveBatch() {
    boolean reordering = settings.storageReordering();
    // After reordering was switched off, the worker first executes the reads that reordering has
    // delayed.
    boolean catchesUp = !reordering && isHoldingReads();
    StorageRequest first = catchesUp ? null : inbox.poll();
    if (first == null && !isHoldingReads()) {
      release();
      publishBytes(); // The release may have removed entries of a DiskStore from memory.
      return store.reservedSize() == 0 ? 0 : forgetOutcomes(clock.nanoTime());
    }
    long beganNs = clock.nanoTime();
    batchSize = settings.batchSize();
    int served =
        catchesUp ? serveHeldReads() : reordering ? serveWritesFirst(first) : serveInOrder(first);
    release();
    if (store.reservedSize() > 0) {
      forgetOutcomes(beganNs);
    }
    publishBytes();
    count(StorageCounter.BATCHES, 1);
    count(StorageCounter.REQUESTS, served);
    count(StorageCounter.BUSY_NS, clock.nanoTime() - beganNs);
    return served;
  }

  /** Returns whether the worker still holds reads that reordering has delayed. */
  private boolean isHoldingReads() {
    return !waitingReads.isEmpty() || !restartedReads.isEmpty();
  }

  private int forgetOutcomes(long nowNs) {
    if (nowNs - nextForgetNs < 0) {
      return 0;
    }
    int forgotten = outcomes.forget(store);
    nextForgetNs = forgotten == OutcomeRetention.BATCH ? nowNs : nowNs + FORGET_INTERVAL_NS;
    return forgotten;
  }

  private int serveInOrder(StorageRequest first) {
    int served = 0;
    for (int taken = take(first, batchSize); taken > 0; taken = takeMore(batchSize - served)) {
      for (int i = 0; i < taken; i++) {
        serve(group[i]);
      }
      served += taken;
    }
    return served;
  }

  private int serveWritesFirst(StorageRequest first) {
    int served = 0;
    for (int taken = take(first, GROUP); taken > 0; taken = takeMore(GROUP)) {
      for (int i = 0; i < taken; i++) {
        if (!(group[i] instanceof ReadRequest read)) {
          serve(group[i]);
          served++;
        } else if (read.isRestarted()) {
          restartedReads.addLast(read);
        } else {
          waitingReads.addLast(read);
        }
      }
    }
    return served + serveHeldReads();
  }

  private int takeMore(int most) {
    StorageRequest next = most > 0 ? inbox.poll() : null;
    return next == null ? 0 : take(next, most);
  }

  /**
   * Forms a group of a request and the requests that follow it in the inbox, and begins to prefetch
   * the group's entries. Returns the number of requests in the group.
   */
  private int take(StorageRequest first, int most) {
    int taken = 0;
    for (StorageRequest next = first; next != null; ) {
      next.expect(store);
      group[taken++] = next;
      next = taken < Math.min(most, GROUP) ? inbox.poll() : null;
    }
    store.prefetch();
    return taken;
  }

  private int serveHeldReads() {
    int served = serveReads(restartedReads, batchSize);
    return served + serveReads(waitingReads, batchSize - served);
  }

  private int serveReads(ArrayDeque<StorageRequest> reads, int most) {
    int count = Math.min(most, reads.size());
    for (int i = 0; i < count; i++) {
      serve(reads.removeFirst());
    }
    return count;
  }

  private void serve(StorageRequest request) {
    if (disk != null && request instanceof ReadRequest read && read.lacksMemory(disk)) {
      sendToDisk(read);
      return;
    }
    // The watermark is read again for each request, so that it is always read after the request was
    // sent.
    request.serve(store, watermark.getAsLong(), ranges);
    request.reply();
  }

  private void sendToDisk(ReadRequest read) {
    count(StorageCounter.MISSES, 1);
    if (!misses.offer(read)) {
      throw new IllegalStateException("the queue of the table's reader is full");
    }
  }

  private void publishBytes() {
    counters.setOpaque(StorageCounter.DATA_BYTES.ordinal(), store.bytes());
    if (disk != null) {
      counters.setOpaque(StorageCounter.FLUSHING.ordinal(), disk.isFlushing() ? 1 : 0);
    }
  }

  private void count(StorageCounter counter, long amount) {
    counters.setOpaque(counter.ordinal(), counters.getPlain(counter.ordinal()) + amount);
  }

  /** Returns a total since the start. Any thread may call this method. */
  public long counter(StorageCounter counter) {
    return counters.getOpaque(counter.ordinal());
  }

  /** Returns the number of requests that were not polled yet. Any thread may call this method. */
  public int queueDepth() {
    return inbox.size();
  }

  @Override
  public String roleName() {
    return name;
  }
}
