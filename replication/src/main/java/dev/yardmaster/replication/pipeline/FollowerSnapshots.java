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
import dev.yardmaster.processor.coordinator.WakeUp;
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
 * The snapshots of a follower, for as long as its stores have the same owner and are not replaced.
 * Like a pipeline, this class opens snapshots with {@link Snapshots}. The watermark is the last
 * version of the last group that is completely installed.
 *
 * <p>A snapshot waits for a {@linkplain Confirmations confirmation} that began after this object
 * was created. So a snapshot never reads the incomplete state that may exist after this machine has
 * loaded a snapshot of the log. The loaded snapshot may lack writes of later groups, or contain
 * some of them. The machine that saved the snapshot had already applied all these groups. So the
 * groups were committed before the confirmation begins, and this machine has applied them before
 * the confirmation succeeds.
 *
 * <p>Any thread may call {@link #open} and the methods of the snapshots. These methods pass their
 * work to the owner of the stores. In one call, the owner answers at most one read of each shard.
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

  /**
   * The reads of each shard; null before the first use, because the stores are also created at
   * their first use. Only the owner of the stores uses this field.
   */
  private List<ShardReads> shards;

  /** Whether these snapshots have ended. Only the owner of the stores uses this field. */
  private boolean isOver;

  /**
   * Creates the object, without open snapshots.
   *
   * @param stores returns the stores; only the owner of the stores calls this function
   * @param version the last version of the last installed group
   * @param log returns the log; waits until the machine has joined it
   * @param owner runs a call at some later time, on a thread that owns the stores during the call
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
            history,
            new WakeUp()); // No thread sleeps.
    confirmations = new Confirmations(() -> log.get().readIndex(), clock);
  }

  /**
   * Opens a snapshot after a confirmation. The confirmation's round must not have begun before this
   * call minus the snapshot's maximum staleness. If no leader confirms, the stage fails with {@link
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

  /**
   * Releases the old values that no snapshot sees in each shard. Also opens snapshots that wait,
   * and ends snapshots that have reached a limit.
   */
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

  /**
   * Schedules a call in which the owner serves waiting reads, unless such a call is already
   * scheduled.
   */
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

  /**
   * Records that a group is completely installed. Only the owner of the stores calls this method.
   */
  void installed(long lastVersion) {
    mark.startAfter(lastVersion);
    release();
  }

  /**
   * Ends all snapshots, because the stores get another owner or are replaced. Only the owner of the
   * stores calls this method.
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

  /** An open snapshot. Its reads wake the owner of the stores. */
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
