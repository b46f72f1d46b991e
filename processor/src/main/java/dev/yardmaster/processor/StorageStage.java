package dev.yardmaster.processor;

import dev.yardmaster.api.outcome.OutcomeHorizon;
import dev.yardmaster.history.HistoryRecorder;
import dev.yardmaster.processor.coordinator.WakeUp;
import dev.yardmaster.processor.snapshot.SnapshotHistory;
import dev.yardmaster.processor.snapshot.Snapshots;
import dev.yardmaster.processor.tuning.CurrentTuning;
import dev.yardmaster.service.DataLimit;
import dev.yardmaster.storage.table.DiskTable;
import dev.yardmaster.storage.worker.OutcomeRetention;
import dev.yardmaster.storage.worker.RangeMarks;
import dev.yardmaster.storage.worker.ReadRequest;
import dev.yardmaster.storage.worker.SnapshotRead;
import dev.yardmaster.storage.worker.StorageCounter;
import dev.yardmaster.storage.worker.StorageRequest;
import dev.yardmaster.storage.worker.StorageWorker;
import dev.yardmaster.storage.worker.TableReader;
import dev.yardmaster.validator.LogicalRanges;
import dev.yardmaster.validator.Watermark;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.NullUnmarked;

/**
 * The storage of a pipeline: the workers of the shards with their queues, the table's reader, open
 * snapshots, and the limits of data and outcomes.
 */
@NullUnmarked // Internal: fields and results may be null.
final class StorageStage {

  /**
   * The number of producers of a queue into which any thread may send. Any number above 1 has the
   * same effect.
   */
  private static final int MANY = 2;

  private final List<Queue<StorageRequest>> inboxes = new ArrayList<>();
  private final List<StorageWorker> workers = new ArrayList<>();
  private final TableReader tableReader;
  private final Snapshots snapshots;
  private final OutcomeHorizon outcomeHorizon;
  private final DataLimit dataLimit;

  /**
   * Creates the workers and their queues.
   *
   * @param slots the maximum number of transactions, of all processors, that may have a request at
   *     storage
   */
  StorageStage(
      PipelineConfig config,
      PipelineParts parts,
      StoredData stored,
      CurrentTuning tuning,
      Watermark watermark,
      LogicalRanges ranges,
      int slots,
      WakeUp wakeUp) {
    NanoClock clock = parts.clock();
    outcomeHorizon = new OutcomeHorizon(parts.epochClock()::time, config.outcomeRetentionMs());
    if (stored.isLogged()) {
      outcomeHorizon.raise(stored.horizonMs());
    }
    OutcomeRetention outcomes =
        new OutcomeRetention(
            outcomeHorizon, 1 + (config.maxOutcomes() - 1) / config.storageWorkers());
    List<Queue<SnapshotRead>> snapshotReads = new ArrayList<>();
    for (int i = 0; i < config.storageWorkers(); i++) {
      // Any thread may send a read; each snapshot has at most one read in progress at each shard.
      snapshotReads.add(parts.link(MANY, config.maxSnapshots()));
    }
    HistoryRecorder ofSnapshots = parts.recorder();
    snapshots =
        parts.snapshots(
            watermark,
            snapshotReads,
            config.maxSnapshots(),
            config.maxSnapshotBytes() / config.storageWorkers(),
            ofSnapshots == null ? null : new SnapshotHistory(ofSnapshots, clock),
            wakeUp);
    DiskTable table = stored.table();
    Queue<ReadRequest> misses =
        table == null ? null : parts.link(config.storageWorkers(), slots * config.storageWorkers());
    int checkpoints = LogAgents.requestsInProgress(stored);
    int askers = config.processors() + checkpoints + (table == null ? 0 : 1);
    int asked = slots + checkpoints;
    for (int i = 0; i < config.storageWorkers(); i++) {
      Queue<StorageRequest> inbox = PipelineAgents.link(config, parts, clock, askers, asked);
      inboxes.add(inbox);
      workers.add(
          new StorageWorker(
              "storage-" + i,
              stored.stores().get(i),
              inbox,
              tuning,
              watermark::get,
              (key, below, found) -> ranges.find(key, below, markInto(found)),
              clock,
              outcomes,
              snapshots.ofShard(i),
              misses));
    }
    tableReader = table == null ? null : new TableReader(table, misses, inboxes);

    dataLimit =
        new DataLimit(
            config.maxDataBytes(),
            this::dataBytes,
            config.storage() == Storage.DISK ? () -> sum(StorageCounter.FLUSHING) > 0 : null);
  }

  private static LogicalRanges.Sink markInto(RangeMarks.Mark found) {
    return found::set;
  }

  /** Returns the memory that all data occupies, in bytes. Any thread may call this method. */
  long dataBytes() {
    return sum(StorageCounter.DATA_BYTES);
  }

  /**
   * Returns the memory of the values that are kept for snapshots, in bytes. Any thread may call
   * this method.
   */
  long keptBytes() {
    return sum(StorageCounter.KEPT_BYTES);
  }

  private long sum(StorageCounter counter) {
    long sum = 0;
    for (StorageWorker worker : workers) {
      sum += worker.counter(counter);
    }
    return sum;
  }

  /** Returns the queue of each shard's worker. */
  List<Queue<StorageRequest>> inboxes() {
    return inboxes;
  }

  List<StorageWorker> workers() {
    return workers;
  }

  /** Returns the agent that reads the table; null if all data are in memory. */
  TableReader tableReader() {
    return tableReader;
  }

  /** Returns the open snapshots. */
  Snapshots snapshots() {
    return snapshots;
  }

  DataLimit dataLimit() {
    return dataLimit;
  }

  /**
   * Returns the horizon for transaction ids: if an id was created before this time, its outcome may
   * have been dropped.
   */
  OutcomeHorizon outcomeHorizon() {
    return outcomeHorizon;
  }
}
