package dev.yardmaster.processor.snapshot;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.SnapshotOptions;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.processor.coordinator.Fingerprints;
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
import java.util.concurrent.atomic.AtomicIntegerArray;
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
 * and a new snapshot's version is never below the horizon. A shard may therefore release old values
 * (those that were replaced) up to the horizon, because no snapshot needs them.
 *
 * <p>Shards keep old values only while snapshots are in use, and for at least one second
 * afterwards. The first snapshot tells all shards to keep old values, and waits until all shards do
 * so. Commits that were issued before that moment may have replaced values that were not kept. So
 * the version of a snapshot is at least the highest version that was issued before that moment.
 *
 * <p>A snapshot may be requested with a maximum staleness. For such snapshots the object maintains
 * the time {@code provenNs}: all commits that were acknowledged before this time are at or below
 * the watermark. To advance {@code provenNs}, the object stores the highest issued version together
 * with the current time, and waits until the watermark has reached this version.
 */
public final class Snapshots {

  private static final long NO_SNAPSHOT = Long.MAX_VALUE;
  private static final long NOT_KEPT = Long.MAX_VALUE;

  /** If no snapshot was open for this time, in ns, the shards stop keeping old values. */
  private static final long UNUSED_NS = 1_000_000_000;

  private final Watermark watermark;
  private final List<Queue<SnapshotRead>> shards;
  private final Supplier<Fingerprints> fingerprints;
  private final int mostOpen;
  private final long mostKeptBytes;
  private final SnapshotHistory history;
  private final NanoClock clock;

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

  /**
   * How many times the shards were told to start or to stop keeping old values. While the number is
   * odd, the shards keep old values.
   */
  @Shared(
      writers = "the owner of the monitor of the Snapshots",
      readers = "storage workers",
      access = "volatile")
  private volatile int keeping;

  /** For each shard, the last value of {@code keeping} that the shard has obeyed. */
  @Shared(
      writers = "each storage worker its own element",
      readers = "the owner of the monitor of the Snapshots",
      access = "release by the writer, acquire by the reader")
  private final AtomicIntegerArray followed;

  @Shared(
      writers = "threads that open or close a snapshot, storage workers",
      readers = "the same",
      access = "guarded by the monitor of the Snapshots, like the fields after it")
  private final ArrayDeque<PipelineSnapshot> open = new ArrayDeque<>();

  private final List<Opening> openings = new ArrayList<>();

  /**
   * The lowest version that a snapshot can have, because all shards have kept old values since this
   * version; NOT_KEPT if they do not keep them.
   */
  private long keptFrom = NOT_KEPT;

  private long usedNs;
  private long notedVersion;
  private long notedNs;
  private long provenNs;
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
   */
  public Snapshots(
      Watermark watermark,
      List<Queue<SnapshotRead>> shards,
      Supplier<Fingerprints> fingerprints,
      int mostOpen,
      long mostKeptBytes,
      SnapshotHistory history,
      NanoClock clock) {
    this.watermark = watermark;
    this.shards = List.copyOf(shards);
    this.fingerprints = fingerprints;
    this.mostOpen = mostOpen;
    this.mostKeptBytes = mostKeptBytes;
    this.history = history;
    this.clock = clock;
    horizon = watermark.get();
    followed = new AtomicIntegerArray(shards.size());
    notedNs = clock.nanoTime();
    provenNs = notedNs;
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
   * Opens a snapshot some time after its caller has asked for it. Any thread may call this method.
   *
   * @param beganNs when the caller asked; the timeout and the maximum staleness count from then
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
    if (!isOn(keeping)) {
      toggleKeeping();
    }
    usedNs = nowNs;
    long mark = watermark.get();
    note(nowNs, mark);
    boolean isFresh = !options.isStrict() && nowNs - provenNs <= options.maxStaleness().toNanos();
    Opening opening =
        new Opening(
            options, beganNs, isFresh ? 0 : watermark.lastIssued(), new CompletableFuture<>());
    if (canOpen(opening, mark)) {
      return CompletableFuture.completedFuture(opened(opening, mark));
    }
    openings.add(opening);
    publish(mark);
    return opening.opened;
  }

  private static boolean isOn(int count) {
    return (count & 1) == 1;
  }

  private void toggleKeeping() {
    int next = keeping + 1;
    keeping = next;
  }

  private boolean canOpen(Opening opening, long mark) {
    return mark >= opening.needed && mark >= keptFrom;
  }

  /** If all shards now keep old values, sets {@code keptFrom}. */
  private void noteKept() {
    for (int i = 0; i < followed.length(); i++) {
      if (followed.getAcquire(i) != keeping) {
        return;
      }
    }
    keptFrom = watermark.lastIssued();
  }

  /** Advances {@code provenNs}, and stores the highest issued version for the next advance. */
  private void note(long nowNs, long mark) {
    if (mark >= notedVersion) {
      provenNs = notedNs;
      notedVersion = watermark.lastIssued();
      notedNs = nowNs;
    }
    if (mark >= notedVersion) {
      provenNs = notedNs;
    }
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
      usedNs = nowNs;
      publish(watermark.get());
    }
  }

  /**
   * Advances the horizon to the watermark; opens snapshots that waited for the watermark, and ends
   * snapshots that have reached a limit.
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
    // After the caller read the watermark, another thread may have opened a snapshot at a higher
    // watermark.
    long mark = Math.max(seen, watermark.get());
    note(nowNs, mark);
    List<Runnable> completions = List.of();
    if (inUse) {
      if (keptFrom == NOT_KEPT) {
        noteKept();
      }
      completions = new ArrayList<>();
      for (Iterator<Opening> waiting = openings.iterator(); waiting.hasNext(); ) {
        Opening opening = waiting.next();
        if (canOpen(opening, mark)) {
          waiting.remove();
          PipelineSnapshot snapshot = opened(opening, mark);
          completions.add(() -> opening.opened.complete(snapshot));
        } else if (opening.isLate(nowNs)) {
          waiting.remove();
          long needed = Math.max(opening.needed, keptFrom == NOT_KEPT ? 0 : keptFrom);
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
      usedNs = nowNs;
    }
    publish(mark);
    if (!inUse && isOn(keeping) && nowNs - usedNs >= UNUSED_NS) {
      toggleKeeping();
      keptFrom = NOT_KEPT;
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
    return new ShardSnapshots() {
      private int follows;

      @Override
      public boolean areKept() {
        follows = keeping;
        return isOn(follows);
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
        if (followed.getPlain(shard) != follows) {
          followed.setRelease(shard, follows);
        }
        Snapshots.this.kept(bytes);
      }
    };
  }

  /** Returns the number of open snapshots. Any thread may call this method. */
  public synchronized int openCount() {
    return open.size();
  }

  /**
   * Returns how many snapshots have ended since the start because of their timeout or the memory
   * limit. Any thread may call this method.
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
    YardmasterException error = stoppedWith();
    if (error != null) {
      refuseReads(error);
    }
  }

  private synchronized YardmasterException stoppedWith() {
    return stopped ? ended : null;
  }
}
