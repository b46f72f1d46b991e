package dev.yardmaster.replication.pipeline;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.SnapshotOptions;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.logic.ScannedEntries;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.processor.PipelineParts;
import dev.yardmaster.processor.snapshot.SnapshotHistory;
import dev.yardmaster.processor.snapshot.Snapshots;
import dev.yardmaster.replication.ReplicatedLog;
import dev.yardmaster.service.OpenSnapshot;
import dev.yardmaster.storage.VersionedStore;
import dev.yardmaster.storage.worker.ShardReads;
import dev.yardmaster.storage.worker.SnapshotRead;
import dev.yardmaster.validator.Watermark;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.agrona.concurrent.NanoClock;

/**
 * The snapshots of a machine that does not lead, as long as its stores have the same owner and are
 * not replaced. They use the same {@link Snapshots} as those of a pipeline; the watermark is the
 * last version of the last group that is wholly installed.
 *
 * <p>A snapshot waits for a {@linkplain Confirmations confirmation} that began in this object's
 * life. So it never reads a state that the log's snapshot has left incomplete: the machine that has
 * saved a snapshot had applied everything that the snapshot may lack or have in advance, so all of
 * it is committed before the confirmation begins, and applied before the confirmation succeeds.
 *
 * <p>Any thread may call {@link #open} and the methods of the snapshots. They pass their work to
 * the owner of the stores, which answers one read of each shard in one call.
 */
final class FollowerSnapshots {

  private final Supplier<List<VersionedStore>> stores;
  private final Executor owner;
  private final NanoClock clock;
  private final Watermark mark = new Watermark(1);
  private final Snapshots snapshots;
  private final Confirmations confirmations;
  private final int maxSnapshots;

  @Shared(
      writers = "threads that open a snapshot, the owner of the stores, the log's thread",
      readers = "the same",
      access = "atomic; at most the limit of open snapshots")
  private final AtomicInteger waiting = new AtomicInteger();

  @Shared(
      writers = "threads that read a snapshot, the owner of the stores",
      readers = "the same",
      access = "compare-and-set; cleared before the owner looks for reads")
  private final AtomicBoolean isAwake = new AtomicBoolean();

  /** Null before the first use, like the stores. Only the owner of the stores uses this field. */
  private List<ShardReads> shards;

  /** Whether the stores have another owner now. Only the owner of the stores uses this field. */
  private boolean isOver;

  /**
   * Creates the object, without open snapshots.
   *
   * @param stores returns the stores; only their owner calls it
   * @param version the last version of the last group that is installed
   * @param log returns the log, once the machine has joined it
   * @param owner runs a call as the owner of the stores, some time later
   * @param history records the reads; null to record nothing
   */
  FollowerSnapshots(
      PipelineConfig config,
      PipelineParts parts,
      Supplier<List<VersionedStore>> stores,
      long version,
      Supplier<ReplicatedLog> log,
      Executor owner,
      SnapshotHistory history) {
    this.stores = stores;
    this.owner = owner;
    clock = parts.clock();
    maxSnapshots = config.maxSnapshots();
    mark.startAfter(version);
    List<Queue<SnapshotRead>> reads = new ArrayList<>();
    for (int i = 0; i < config.storageWorkers(); i++) {
      reads.add(new ArrayBlockingQueue<>(config.maxSnapshots()));
    }
    snapshots =
        parts.snapshots(
            mark,
            reads,
            config.maxSnapshots(),
            config.maxSnapshotBytes() / config.storageWorkers(),
            history);
    confirmations = new Confirmations(() -> log.get().readIndex(), clock);
  }

  /**
   * Opens a snapshot, after a confirmation that began no earlier than the snapshot's maximum
   * staleness before this call. If no leader confirms, the stage fails with {@link
   * ErrorCode#NOT_LEADER}.
   */
  CompletionStage<OpenSnapshot> open(SnapshotOptions options) {
    int openings = waiting.incrementAndGet();
    if (openings > maxSnapshots) {
      waiting.decrementAndGet();
      return CompletableFuture.failedFuture(
          new YardmasterException(
              ErrorCode.OVERLOADED,
              "too many snapshots wait to be opened",
              "waiting",
              openings,
              "limit",
              maxSnapshots));
    }
    long beganNs = clock.nanoTime();
    CompletableFuture<OpenSnapshot> opened = new CompletableFuture<>();
    var unusedEnd = opened.whenComplete((snapshot, failure) -> waiting.decrementAndGet());
    var unused =
        confirmations
            .since(beganNs - options.maxStaleness().toNanos())
            .whenComplete(
                (none, failure) -> {
                  if (failure == null) {
                    owner.execute(() -> openOrFail(options, beganNs, opened));
                  } else {
                    opened.completeExceptionally(errorOf(failure, options));
                  }
                });
    return opened;
  }

  private static YardmasterException errorOf(Throwable failure, SnapshotOptions options) {
    return failure instanceof YardmasterException error
        ? error
        : new YardmasterException(
            ErrorCode.NOT_LEADER,
            "no leader has confirmed that this server's data are new enough for the snapshot",
            failure,
            "maxStaleness",
            options.maxStaleness());
  }

  private void openOrFail(
      SnapshotOptions options, long beganNs, CompletableFuture<OpenSnapshot> opened) {
    try {
      open(options, beganNs, opened);
    } catch (RuntimeException failure) {
      opened.completeExceptionally(
          new YardmasterException(
              ErrorCode.IO_FAILED, "the server's data cannot be read: " + failure, failure));
      throw failure;
    }
  }

  private void open(SnapshotOptions options, long beganNs, CompletableFuture<OpenSnapshot> opened) {
    release(); // Snapshots that are at their timeouts no longer count.
    var unused =
        snapshots
            .open(options, beganNs)
            .whenComplete(
                (snapshot, failure) -> {
                  if (failure == null) {
                    opened.complete(new Reader(snapshot));
                  } else {
                    opened.completeExceptionally(failure);
                  }
                });
    release(); // All shards begin to keep replaced values, for which the first snapshot waits.
    release();
  }

  /** Lets the shards release what no snapshot sees, and opens or ends snapshots. */
  private void release() {
    if (isOver) {
      return;
    }
    if (shards == null) {
      shards = new ArrayList<>();
      for (VersionedStore store : stores.get()) {
        shards.add(new ShardReads(store, snapshots.ofShard(shards.size())));
      }
    }
    for (ShardReads shard : shards) {
      long unusedBytes = shard.release();
    }
  }

  /** Lets the owner serve the reads that wait, unless it is about to. */
  private void wake() {
    if (isAwake.compareAndSet(false, true)) {
      owner.execute(this::serve);
    }
  }

  private void serve() {
    isAwake.set(false); // A read that is sent from now on wakes the owner again.
    release();
    if (isOver) {
      return;
    }
    boolean served = false;
    try {
      for (ShardReads shard : shards) {
        served |= shard.serve();
      }
    } catch (RuntimeException failure) {
      wake(); // The reads that wait behind the one that has failed.
      throw failure;
    }
    if (served) {
      wake();
    }
  }

  /** Notes that a group is wholly installed. Only the owner of the stores calls this method. */
  void installed(long lastVersion) {
    mark.startAfter(lastVersion);
    release();
  }

  /**
   * Ends all snapshots, because the stores get another owner or are replaced. Only the owner calls
   * this method.
   */
  void end(YardmasterException error) {
    isOver = true;
    confirmations.end(error);
    snapshots.stop(error);
  }

  int openCount() {
    return snapshots.openCount();
  }

  long confirmations() {
    return confirmations.rounds();
  }

  /** An open snapshot, whose reads wake the owner of the stores. */
  private final class Reader implements OpenSnapshot {
    private final OpenSnapshot snapshot;

    Reader(OpenSnapshot snapshot) {
      this.snapshot = snapshot;
    }

    @Override
    public long version() {
      return snapshot.version();
    }

    @Override
    public CompletionStage<byte[][]> values(List<Key> keys) {
      CompletionStage<byte[][]> values = snapshot.values(keys);
      wake();
      return values;
    }

    @Override
    public CompletionStage<ScannedEntries> page(Scan scan, boolean afterFirst) {
      CompletionStage<ScannedEntries> page = snapshot.page(scan, afterFirst);
      wake();
      return page;
    }

    @Override
    public void close() {
      snapshot.close();
    }
  }
}
