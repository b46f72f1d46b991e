package dev.yardmaster.processor.snapshot;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Key;
import dev.yardmaster.api.Scan;
import dev.yardmaster.api.SnapshotOptions;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.logic.ScannedEntries;
import dev.yardmaster.processor.coordinator.Fingerprints;
import dev.yardmaster.processor.coordinator.StorageLinks;
import dev.yardmaster.service.OpenSnapshot;
import dev.yardmaster.storage.worker.SnapshotRead;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * An open snapshot of the pipeline. Each request for keys is divided among the shards that contain
 * the keys.
 */
final class PipelineSnapshot implements OpenSnapshot {

  private final Snapshots snapshots;
  private final long version;
  private final long beganNs;
  private final SnapshotOptions options;
  private final int shards;
  private final Fingerprints fingerprints;
  private final SnapshotHistory.Entry history;

  @Shared(
      writers = "threads that close the snapshot",
      readers = "the same",
      access = "compare-and-set; the first thread closes")
  private final AtomicBoolean closed = new AtomicBoolean();

  @Shared(
      writers = "the thread that ends the snapshot: its owner, a storage worker",
      readers = "the snapshot's owner",
      access = "volatile; the error of a closed snapshot replaces the error of a limit")
  private volatile YardmasterException ended;

  PipelineSnapshot(
      Snapshots snapshots,
      long version,
      long beganNs,
      SnapshotOptions options,
      List<Queue<SnapshotRead>> shards,
      Fingerprints fingerprints,
      SnapshotHistory.Entry history) {
    this.snapshots = snapshots;
    this.version = version;
    this.beganNs = beganNs;
    this.options = options;
    this.shards = shards.size();
    this.fingerprints = fingerprints;
    this.history = history;
  }

  @Override
  public long version() {
    return version;
  }

  Duration timeout() {
    return options.timeout();
  }

  boolean isLate(long nowNs) {
    return nowNs - beganNs >= options.timeout().toNanos();
  }

  /** Ends the snapshot. Its later reads then fail with this error. */
  void end(YardmasterException error) {
    ended = error;
  }

  @Override
  public CompletionStage<byte[][]> values(List<Key> keys) {
    YardmasterException error = ended;
    if (error != null) {
      return CompletableFuture.failedFuture(error);
    }
    KeyRead.Step step = new KeyRead.Step(keys, version, shards);
    for (int i = 0; i < keys.size(); i++) {
      long fingerprint = fingerprints.of(keys.get(i));
      step.add(StorageLinks.shardOf(fingerprint, shards), i, fingerprint);
    }
    step.send(snapshots);
    return history == null
        ? step.result()
        : step.result().thenApply(found -> recorded(step, found));
  }

  private byte[][] recorded(KeyRead.Step step, byte[][] found) {
    for (int i = 0; i < found.length; i++) {
      history.read(step.key(i), step.version(i), found[i], version);
    }
    return found;
  }

  @Override
  public CompletionStage<ScannedEntries> page(Scan scan, boolean afterFirst) {
    YardmasterException error = ended;
    if (error != null) {
      return CompletableFuture.failedFuture(error);
    }
    RangeRead.Step step = new RangeRead.Step(snapshots, scan, afterFirst, version, shards);
    step.send();
    return history == null
        ? step.result()
        : step.result()
            .thenApply(
                page -> {
                  history.scanned(scan, afterFirst, page, step.versions(), version);
                  return page;
                });
  }

  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    snapshots.remove(this);
    ended =
        new YardmasterException(
            ErrorCode.TRANSACTION_OVER, "the snapshot is closed", "version", version);
    if (history != null) {
      history.end();
    }
  }
}
