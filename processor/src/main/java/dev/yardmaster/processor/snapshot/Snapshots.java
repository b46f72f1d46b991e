package dev.yardmaster.processor.snapshot;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.SnapshotOptions;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.processor.coordinator.Fingerprints;
import dev.yardmaster.processor.coordinator.WakeUp;
import dev.yardmaster.service.OpenSnapshot;
import dev.yardmaster.storage.worker.ShardSnapshots;
import dev.yardmaster.storage.worker.SnapshotRead;
import dev.yardmaster.validator.Watermark;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.agrona.concurrent.NanoClock;

/**
 * Opens and closes the snapshots of a pipeline.
 *
 * <p>A snapshot reads at the version of the watermark: all commits up to the watermark are
 * installed. A commit may be acknowledged before it is installed. A strict snapshot therefore waits
 * until the watermark has reached the highest version that was issued before the call.
 *
 * <p>The horizon is the lowest version of all open snapshots; if no snapshot is open, it is the
 * watermark. Only a thread that holds the lock changes the horizon and the set of open snapshots,
 * and a new snapshot's version is never below the horizon. A shard may therefore release values
 * that were replaced at or below the horizon, because no snapshot needs these values.
 *
 * <p>{@link OldValues} tells the shards when to keep old values. A snapshot that is requested with
 * a maximum staleness does not wait for the watermark if the {@link ProvenTime} is recent enough.
 */
public final class Snapshots {

  private static final long NO_SNAPSHOT = Long.MAX_VALUE;

  private final Watermark watermark;
  private final List<Queue<SnapshotRead>> shards;
  private final Supplier<Fingerprints> fingerprints;
  private final int mostOpen;
  private final long mostKeptBytes;
  private final SnapshotHistory history;
  private final WakeUp wakeUp;
  private final NanoClock clock;
  private final OldValues oldValues;
  private final ProvenTime provenTime;

  @Shared(
      writers = "the owner of the monitor of the Snapshots",
      readers = "storage workers",
      access = "volatile")
  private volatile long horizon;

  /** Whether a snapshot is open or waiting to be opened. */
  @Shared(
      writers = "the owner of the monitor of the Snapshots",
      readers = "the first storage worker",
      access = "volatile")
  private volatile boolean inUse;

  @Shared(
      writers = "threads that open or close a snapshot, storage workers",
      readers = "the same",
      access = "guarded by the monitor of the Snapshots, like the fields after it")
  private final ArrayDeque<PipelineSnapshot> open = new ArrayDeque<>();

  private final List<Opening> openings = new ArrayList<>();
  private YardmasterException ended;
  private boolean stopped;
  private long expired;

  /** A snapshot that waits until the watermark reaches its version. */
  private record Opening(
      SnapshotOptions options, long beganNs, long needed, CompletableFuture<OpenSnapshot> opened) {

    boolean isLate(long nowNs) {
      return nowNs - beganNs >= options.timeout().toNanos();
    }

    YardmasterException late(long version, long mark) {
      return new YardmasterException(
          ErrorCode.UNAVAILABLE,
          "commits that the snapshot must contain were not installed in time",
          "version",
          version,
          "watermark",
          mark,
          "timeout",
          options.timeout());
    }
  }

  /**
   * Creates the object, without open snapshots. The watermark must still have its initial value.
   *
   * @param shards the queue of each shard's worker for reads
   * @param fingerprints makes fingerprint functions, one for each snapshot
   * @param mostOpen the maximum number of snapshots that are open or wait to be opened
   * @param mostKeptBytes the maximum memory of old values in one shard, in bytes; if a shard
   *     exceeds it, the oldest snapshot ends
   * @param history the history that records the reads; null to record nothing
   * @param wakeUp wakes the workers if they sleep
   */
  public Snapshots(
      Watermark watermark,
      List<Queue<SnapshotRead>> shards,
      Supplier<Fingerprints> fingerprints,
      int mostOpen,
      long mostKeptBytes,
      SnapshotHistory history,
      WakeUp wakeUp,
      NanoClock clock) {
    this.watermark = watermark;
    this.shards = List.copyOf(shards);
    this.fingerprints = fingerprints;
    this.mostOpen = mostOpen;
    this.mostKeptBytes = mostKeptBytes;
    this.history = history;
    this.wakeUp = wakeUp;
    this.clock = clock;
    horizon = watermark.get();
    oldValues = new OldValues(watermark, shards.size());
    provenTime = new ProvenTime(watermark, clock.nanoTime());
  }

  /**
   * Opens a snapshot; see {@link dev.yardmaster.service.BackEnd#snapshot}. Any thread may call this
   * method.
   */
  public CompletionStage<OpenSnapshot> open(SnapshotOptions options) {
    // The clock is read outside of the lock, because with a simulated clock other threads run
    // during the call.
    long nowNs = clock.nanoTime();
    return open(options, nowNs, nowNs);
  }

  /**
   * Opens a snapshot that its caller requested at an earlier time. Any thread may call this method.
   *
   * @param beganNs the time of the request, in ns; the timeout and the maximum staleness are
   *     counted from this time
   */
  public CompletionStage<OpenSnapshot> open(SnapshotOptions options, long beganNs) {
    return open(options, beganNs, clock.nanoTime());
  }

  private synchronized CompletionStage<OpenSnapshot> open(
      SnapshotOptions options, long beganNs, long nowNs) {
    if (ended != null) {
      return CompletableFuture.failedFuture(ended);
    }
    if (open.size() + openings.size() >= mostOpen) {
      return CompletableFuture.failedFuture(
          new YardmasterException(
              ErrorCode.OVERLOADED,
              "too many snapshots are open",
              "open",
              open.size() + openings.size(),
              "limit",
              mostOpen));
    }
    oldValues.use(nowNs);
    long mark = watermark.get();
    provenTime.advance(nowNs, mark);
    boolean isFresh =
        !options.isStrict() && provenTime.staleness(nowNs) <= options.maxStaleness().toNanos();
    Opening opening =
        new Opening(
            options, beganNs, isFresh ? 0 : watermark.lastIssued(), new CompletableFuture<>());
    if (canOpen(opening, mark)) {
      return CompletableFuture.completedFuture(opened(opening, mark));
    }
    openings.add(opening);
    publish(mark);
    wakeUp.signal();
    return opening.opened;
  }

  private boolean canOpen(Opening opening, long mark) {
    return mark >= opening.needed && oldValues.areKeptAt(mark);
  }

  private PipelineSnapshot opened(Opening opening, long mark) {
    PipelineSnapshot snapshot =
        new PipelineSnapshot(
            this,
            mark,
            opening.beganNs,
            opening.options,
            shards,
            fingerprints.get(),
            history == null ? null : history.begin(opening.options, opening.beganNs));
    open.addLast(snapshot);
    publish(mark);
    return snapshot;
  }

  /** Recomputes the horizon after the set of open snapshots or the watermark has changed. */
  private void publish(long mark) {
    long oldest = open.isEmpty() ? NO_SNAPSHOT : open.getFirst().version();
    horizon = Math.min(oldest, mark);
    inUse = !open.isEmpty() || !openings.isEmpty();
  }

  /**
   * Removes a snapshot that its owner closes. If the snapshot has already ended, this method does
   * nothing, because the snapshot was removed at its end.
   */
  void remove(PipelineSnapshot snapshot) {
    remove(snapshot, clock.nanoTime());
  }

  private synchronized void remove(PipelineSnapshot snapshot, long nowNs) {
    if (open.remove(snapshot)) {
      oldValues.usedUntil(nowNs);
      publish(watermark.get());
    }
  }

  /**
   * Advances the horizon. Opens snapshots that waited for the watermark, and ends snapshots that
   * have reached a limit.
   */
  private void advance() {
    long mark = watermark.get();
    if (!inUse && mark == horizon) {
      return;
    }
    List<Runnable> completions = advance(mark, clock.nanoTime());
    // A completion may run callers' code, so it runs outside of the lock.
    completions.forEach(Runnable::run);
  }

  private synchronized List<Runnable> advance(long seen, long nowNs) {
    // The watermark is read again: since {@code seen} was read, another thread may have opened a
    // snapshot at a higher watermark.
    long mark = Math.max(seen, watermark.get());
    provenTime.advance(nowNs, mark);
    List<Runnable> completions = List.of();
    if (inUse) {
      oldValues.note();
      completions = new ArrayList<>();
      for (Iterator<Opening> waiting = openings.iterator(); waiting.hasNext(); ) {
        Opening opening = waiting.next();
        if (canOpen(opening, mark)) {
          waiting.remove();
          PipelineSnapshot snapshot = opened(opening, mark);
          completions.add(() -> opening.opened.complete(snapshot));
        } else if (opening.isLate(nowNs)) {
          waiting.remove();
          long needed = Math.max(opening.needed, oldValues.keptFrom());
          completions.add(() -> opening.opened.completeExceptionally(opening.late(needed, mark)));
        }
      }
      for (Iterator<PipelineSnapshot> each = open.iterator(); each.hasNext(); ) {
        PipelineSnapshot snapshot = each.next();
        if (snapshot.isLate(nowNs)) {
          each.remove();
          snapshot.end(SnapshotRead.tooOld(snapshot.version(), "timeout", snapshot.timeout()));
          expired++;
        }
      }
    }
    if (inUse) {
      oldValues.usedUntil(nowNs);
    }
    publish(mark);
    if (!inUse) {
      oldValues.endIfUnused(nowNs);
    }
    return completions;
  }

  private void kept(long bytes) {
    if (bytes > mostKeptBytes && inUse) {
      endOldest();
    }
  }

  private synchronized void endOldest() {
    PipelineSnapshot oldest = open.pollFirst();
    if (oldest != null) {
      oldest.end(
          SnapshotRead.tooOld(oldest.version(), "maxSnapshotBytes", mostKeptBytes * shards.size()));
      expired++;
      publish(watermark.get());
    }
  }

  /**
   * Returns the object through which a shard's worker accesses the snapshots. The worker of the
   * first shard also advances the horizon.
   */
  public ShardSnapshots ofShard(int shard) {
    Queue<SnapshotRead> reads = shards.get(shard);
    OldValues.OfShard old = oldValues.new OfShard(shard);
    return new ShardSnapshots() {
      @Override
      public boolean areKept() {
        return old.areKept();
      }

      @Override
      public long horizon() {
        if (shard == 0) {
          advance();
        }
        return horizon;
      }

      @Override
      public SnapshotRead poll() {
        return reads.poll();
      }

      @Override
      public void kept(long bytes) {
        old.followed();
        Snapshots.this.kept(bytes);
      }
    };
  }

  /** Returns the number of open snapshots. Any thread may call this method. */
  public synchronized int openCount() {
    return open.size();
  }

  /**
   * Returns the number of snapshots that have ended since the start because of their timeout or the
   * memory limit. Any thread may call this method.
   */
  public synchronized long expired() {
    return expired;
  }

  /** Ends all snapshots, and refuses new ones. Reads in progress are still answered. */
  public void drain(YardmasterException error) {
    List<Opening> refused;
    synchronized (this) {
      ended = error;
      refused = List.copyOf(openings);
      openings.clear();
      open.forEach(snapshot -> snapshot.end(error));
      open.clear();
      publish(watermark.get());
    }
    refused.forEach(opening -> opening.opened.completeExceptionally(error));
  }

  /** Returns whether no read is waiting for a worker. */
  public boolean isDrained() {
    return shards.stream().allMatch(Queue::isEmpty);
  }

  /**
   * Refuses the reads that no worker has answered. The closing thread calls this method after the
   * workers have stopped.
   */
  public void stop(YardmasterException error) {
    drain(error);
    synchronized (this) {
      stopped = true;
    }
    refuseReads(error);
  }

  private void refuseReads(YardmasterException error) {
    for (Queue<SnapshotRead> shard : shards) {
      for (SnapshotRead read; (read = shard.poll()) != null; ) {
        read.fail(error);
      }
    }
  }

  /** Sends a read to a shard. */
  void send(int shard, SnapshotRead read) {
    if (!shards.get(shard).offer(read)) {
      read.fail(
          new YardmasterException(
              ErrorCode.OVERLOADED, "too many reads of snapshots wait", "limit", mostOpen));
      return;
    }
    wakeUp.signal();
    YardmasterException error = stoppedWith();
    if (error != null) {
      refuseReads(error);
    }
  }

  private synchronized YardmasterException stoppedWith() {
    return stopped ? ended : null;
  }
}
