package dev.yardmaster.processor;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.outcome.OutcomeHorizon;
import dev.yardmaster.history.HistoryRecorder;
import dev.yardmaster.processor.coordinator.CallerReads;
import dev.yardmaster.processor.coordinator.GroupCommit;
import dev.yardmaster.processor.coordinator.PipelineTrialMetrics;
import dev.yardmaster.processor.coordinator.ProcedureRepair;
import dev.yardmaster.processor.coordinator.Processor;
import dev.yardmaster.processor.coordinator.ProcessorSettings;
import dev.yardmaster.processor.coordinator.ReplicatedCommit;
import dev.yardmaster.processor.coordinator.StorageLinks;
import dev.yardmaster.processor.queues.DelayedQueue;
import dev.yardmaster.processor.queues.RestartedFirst;
import dev.yardmaster.processor.snapshot.SnapshotHistory;
import dev.yardmaster.processor.snapshot.Snapshots;
import dev.yardmaster.processor.tuning.CurrentTuning;
import dev.yardmaster.processor.tuning.Tuner;
import dev.yardmaster.processor.tuning.Tuning;
import dev.yardmaster.reorder.ReorderConfig;
import dev.yardmaster.service.DataLimit;
import dev.yardmaster.service.TransactionLimits;
import dev.yardmaster.service.conflicts.sketch.RecentTransactions;
import dev.yardmaster.storage.OutcomeRetention;
import dev.yardmaster.storage.RangeMarks;
import dev.yardmaster.storage.ReadRequest;
import dev.yardmaster.storage.SnapshotRead;
import dev.yardmaster.storage.SnapshotRequest;
import dev.yardmaster.storage.StorageCounter;
import dev.yardmaster.storage.StorageRequest;
import dev.yardmaster.storage.StorageWorker;
import dev.yardmaster.storage.TableReader;
import dev.yardmaster.storage.VersionedStore;
import dev.yardmaster.storage.log.CheckpointFile;
import dev.yardmaster.storage.log.CheckpointFiles;
import dev.yardmaster.storage.log.CheckpointTarget;
import dev.yardmaster.storage.log.Checkpointer;
import dev.yardmaster.storage.log.DataDirectory;
import dev.yardmaster.storage.log.GroupFeed;
import dev.yardmaster.storage.log.GroupReplication;
import dev.yardmaster.storage.log.RecordEncoder;
import dev.yardmaster.storage.log.ShardEntries;
import dev.yardmaster.storage.log.TableFlush;
import dev.yardmaster.storage.log.backup.Archiver;
import dev.yardmaster.storage.log.disk.Disk;
import dev.yardmaster.storage.table.DiskTable;
import dev.yardmaster.trials.TrialLock;
import dev.yardmaster.validator.CommittedVersions;
import dev.yardmaster.validator.LogicalRanges;
import dev.yardmaster.validator.ValidationRequest;
import dev.yardmaster.validator.Validator;
import dev.yardmaster.validator.ValidatorConfig;
import dev.yardmaster.validator.Watermark;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.function.Function;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.NullUnmarked;

/** All agents of a pipeline and the queues between them, not yet assigned to threads. */
@NullUnmarked // Internal: fields and results may be null.
final class PipelineAgents {

  /**
   * The size of the committed-version table: the number of entries for each transaction in flight.
   * So there is room for {@value #VERSIONS_PER_SLOT} writes of each transaction, even if all
   * transactions in flight write.
   */
  private static final int VERSIONS_PER_SLOT = 16;

  /**
   * For each slot, the number of recent transactions whose procedures the pipeline remembers. If a
   * transaction conflicts with an older transaction, the report does not name the older
   * transaction's procedure.
   */
  private static final int RECENT_PER_SLOT = 4;

  /**
   * The position, in a transaction's id, of the lowest bit of the number of the pipeline's start.
   * Each start of the pipeline has a different number, so ids are never used twice.
   */
  private static final int EPOCH_SHIFT = 35;

  /**
   * The shortest permitted duration of a reservation, in messages between stages. It is sufficient
   * for a short interactive run.
   */
  private static final long HOPS_OF_A_RUN = 32;

  /** The number of producers that is given to a queue into which any thread may send. */
  private static final int MANY = 2;

  private final List<Processor> processors = new ArrayList<>();
  private final List<StorageWorker> storageWorkers = new ArrayList<>();
  private final Snapshots snapshots;
  private final Validator validator;
  private final DataDirectory data;
  private final DiskTable table;
  private final TableReader tableReader;
  private final Watermark watermark;
  private final GroupReplication replication;
  private final GroupCommit groupCommit;
  private final ReplicatedCommit replicatedCommit;
  private final Checkpointer checkpointer;
  private final LiveCheckpoint liveCheckpoint;
  private final Function<Disk, CheckpointTarget> liveTarget;
  private final LiveBackup liveBackup;
  private final DataLimit dataLimit;
  private final Archiver archiver;
  private final OutcomeHorizon outcomeHorizon;
  private final CurrentTuning tuning;
  private final Tuner tuner;
  private final CallerReads callerReads;

  /**
   * Builds and connects the agents. If the pipeline is durable, it starts with the commits that it
   * has found on disk.
   *
   * @param config the settings {@link PipelineConfig#onCores on} the machine's cores
   */
  static PipelineAgents of(PipelineConfig config, PipelineParts parts) {
    GroupReplication replication = parts.replication();
    if (replication != null) {
      return new PipelineAgents(config, parts, replication.start().stores(), null, replication);
    }
    List<VersionedStore> stores = new ArrayList<>();
    if (!config.durability().isDurable()) {
      if (config.storage() == Storage.DISK) {
        throw new YardmasterException(
            ErrorCode.BAD_CONFIG,
            "storage on disk needs durability",
            "durability",
            config.durability().mode());
      }
      addStores(config, parts, null, stores);
      return new PipelineAgents(config, parts, stores, null, null);
    }
    DataDirectory data = open(config, parts, stores);
    try {
      return new PipelineAgents(config, parts, stores, data, null);
    } catch (Throwable thrown) {
      Disk.closeAfter(thrown, data);
      throw thrown;
    }
  }

  private PipelineAgents(
      PipelineConfig config,
      PipelineParts parts,
      List<VersionedStore> stores,
      DataDirectory data,
      GroupReplication replication) {
    this.data = data;
    this.replication = replication;
    NanoClock clock = parts.clock();
    PipelineMode mode = config.mode();
    tuning =
        new CurrentTuning(
            new Tuning(
                config.batchSize(),
                config.maxBatchAgeNs(),
                mode.storageReordering(),
                mode.validatorReordering(),
                config.repair(),
                config.solver()));
    TrialLock turn = new TrialLock();
    int slots = 0;
    for (int i = 0; i < config.processors(); i++) {
      slots += Processor.slotsFor(limitOf(config, i));
    }
    watermark = parts.watermark(4 * slots + 2 * config.batchSize());
    callerReads = parts.callerReads(stores, watermark, config.limits().maxKeys());
    LogicalRanges ranges = parts.logicalRanges(watermark);
    CommittedVersions committed =
        parts.committedVersions(Math.max(config.committedVersions(), VERSIONS_PER_SLOT * slots));
    boolean durable = data != null;
    boolean logged = durable || replication != null;
    long startVersion =
        durable
            ? data.recovered().startVersion()
            : replication == null ? 0 : replication.start().version();
    if (logged) {
      watermark.startAfter(startVersion);
      committed.startAfter(startVersion);
      ranges.startAfter(startVersion);
    }

    outcomeHorizon = new OutcomeHorizon(parts.epochClock()::time, config.outcomeRetentionMs());
    if (durable) {
      outcomeHorizon.raise(data.recovered().horizonMs());
    } else if (logged) {
      outcomeHorizon.raise(replication.start().horizonMs());
    }
    OutcomeRetention outcomes =
        new OutcomeRetention(
            outcomeHorizon, 1 + (config.maxOutcomes() - 1) / config.storageWorkers());
    List<Queue<StorageRequest>> storage = new ArrayList<>();
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
            ofSnapshots == null ? null : new SnapshotHistory(ofSnapshots, clock));
    table = durable ? data.table() : replication == null ? null : replication.start().table();
    Queue<ReadRequest> misses =
        table == null ? null : parts.link(config.storageWorkers(), slots * config.storageWorkers());
    // A checkpoint has one request in progress, and so has a backup of a replicated pipeline.
    int checkpoints = durable ? 1 : replication == null ? 0 : 2;
    int askers = config.processors() + checkpoints + (table == null ? 0 : 1);
    int asked = slots + checkpoints;
    for (int i = 0; i < config.storageWorkers(); i++) {
      Queue<StorageRequest> inbox = link(config, parts, clock, askers, asked);
      storage.add(inbox);
      storageWorkers.add(
          new StorageWorker(
              "storage-" + i,
              stores.get(i),
              inbox,
              tuning,
              watermark::get,
              (key, below, found) -> ranges.find(key, below, markInto(found)),
              clock,
              outcomes,
              snapshots.ofShard(i),
              misses));
    }
    tableReader = table == null ? null : new TableReader(table, misses, storage);

    dataLimit =
        new DataLimit(
            config.maxDataBytes(),
            this::dataBytes,
            config.storage() == Storage.DISK ? () -> sum(StorageCounter.FLUSHING) > 0 : null);
    TransactionLimits limits = config.limits().within(dataLimit);
    List<Queue<ValidationRequest>> inboxes = new ArrayList<>();
    int preparers = mode.validatorBatching() ? config.preparers() : 1;
    for (int i = 0; i < preparers; i++) {
      Queue<ValidationRequest> inbox = link(config, parts, clock, config.processors(), slots);
      inboxes.add(
          mode.validatorReordering() || config.repair() || config.attemptBound() > 0
              ? new RestartedFirst(link(config, parts, clock, config.processors(), slots), inbox)
              : inbox);
    }
    Queue<ValidationRequest> log = logged ? parts.orderedLink(slots) : null;
    validator =
        new Validator(
            new ValidatorConfig(
                mode.validatorBatching(),
                mode.validatorReordering(),
                config.batchSize(),
                config.maxBatchAgeNs(),
                preparers,
                config.reorderWorkers(),
                config.conflictReports(),
                config.repairBudgetNs(),
                replication != null,
                ReorderConfig.DEFAULT
                    .withSolver(config.solver())
                    .withPolicy(config.policy())
                    .withMultiFactor(config.multiFactor())
                    .withNodeBudget(config.nodeBudget())
                    .withSeed(config.seed())),
            tuning,
            inboxes,
            committed,
            watermark,
            ranges,
            parts.reservations(
                Math.max(config.reservationNs(), HOPS_OF_A_RUN * config.hopNs()), watermark),
            log,
            parts::accessSets,
            slots,
            parts.batchLinks(),
            clock);

    RecordEncoder encoder = logged ? new RecordEncoder() : null;
    ProcedureRepair repair =
        new ProcedureRepair(
            limits, config.storageWorkers(), config.repairBudgetNs(), parts.fingerprints(), clock);
    int deciders =
        (mode.validatorReordering() ? 1 + config.reorderWorkers() : 1) + (logged ? 1 : 0);
    RecentTransactions recent =
        new RecentTransactions(
            config.processors(), RECENT_PER_SLOT * Processor.slotsFor(limitOf(config, 0)));
    long epoch =
        durable ? data.recovered().epoch() : replication == null ? 0 : replication.start().term();
    long firstTransaction = epoch << EPOCH_SHIFT;
    for (int i = 0; i < config.processors(); i++) {
      int own = Processor.slotsFor(limitOf(config, i));
      processors.add(
          new Processor(
              settings(config, limits, i, firstTransaction, logged),
              parts.fingerprints(),
              watermark,
              new StorageLinks(
                  storage,
                  link(
                      config,
                      parts,
                      clock,
                      config.storageWorkers(),
                      own * config.storageWorkers())),
              validator.inbox(i),
              link(config, parts, clock, deciders, own),
              tuning,
              turn,
              repair,
              encoder,
              parts::writeSet,
              recent,
              parts.recorder(),
              clock));
    }
    tuner =
        config.tuned()
            ? new Tuner(
                tuning,
                new PipelineTrialMetrics(processors, validator),
                turn,
                parts.tunerPace(),
                clock)
            : null;
    groupCommit =
        durable
            ? new GroupCommit(
                log,
                data.log(),
                config.durability().mode() == Durability.Mode.SYNC,
                config.durability().lossMs(),
                clock)
            : null;
    GroupFeed feed = new GroupFeed();
    replicatedCommit =
        replication == null
            ? null
            : new ReplicatedCommit(log, replication, outcomeHorizon::get, feed);
    checkpointer =
        durable
            ? new Checkpointer(
                data.log(),
                data.recovered(),
                checkpointTarget(config, parts, storage),
                watermark::get,
                data.log()::appendedVersion,
                outcomeHorizon::get,
                config.durability().checkpointBytes(),
                clock::nanoTime)
            : null;
    liveCheckpoint =
        replication == null ? null : parts.liveCheckpoint(watermark, outcomeHorizon::get);
    liveTarget = replication == null ? null : liveTarget(config, parts, storage);
    liveBackup =
        replication == null
            ? null
            : new LiveBackup(
                replication,
                parts.liveCheckpoint(watermark, outcomeHorizon::get),
                entriesTarget(config, parts, storage),
                feed,
                watermark,
                table == null ? this::dataBytes : table::bytes,
                parts.epochClock()::time);
    archiver =
        durable && config.durability().archive() != null
            ? new Archiver(
                data, () -> parts.archive(config.durability().archive()), clock::nanoTime)
            : null;
  }

  /**
   * Adds the store of each shard.
   *
   * @param table the table of all shards; null if the data are in memory
   */
  private static void addStores(
      PipelineConfig config, PipelineParts parts, DiskTable table, List<VersionedStore> stores) {
    int shards = config.storageWorkers();
    for (int i = 0; i < shards; i++) {
      stores.add(
          table == null ? parts.store() : parts.store(table, i, shards, config.memoryBytes()));
    }
  }

  /**
   * Flushes recovered changes if they fill the memory, and removes them from it. The table's state
   * stays as it is, so the next start repeats the whole log.
   */
  private static void relieve(DiskTable table, List<VersionedStore> stores, PipelineConfig config) {
    long bytes = stores.stream().mapToLong(VersionedStore::bytes).sum();
    if (table == null || bytes <= DataLimit.bytesOf(config.maxDataBytes())) {
      return;
    }
    try {
      TableFlush.run(table, stores, table.state());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    for (VersionedStore store : stores) {
      for (long before = Long.MAX_VALUE; store.bytes() < before; ) {
        before = store.bytes();
        store.release(Long.MAX_VALUE);
      }
    }
  }

  private static DataDirectory open(
      PipelineConfig config, PipelineParts parts, List<VersionedStore> stores) {
    Durability durability = config.durability();
    RecoveryProgress report = new RecoveryProgress(durability.directory(), parts.clock());
    DataDirectory data =
        DataDirectory.open(
            durability.directory(),
            parts::disk,
            config.storage() == Storage.DISK
                ? folder -> parts.table(folder, config.tableCacheBytes())
                : null,
            durability.segmentBytes(),
            parts.logBufferBytes(config.limits().maxBytes()),
            table -> {
              addStores(config, parts, table, stores);
              return new RecoveredEntries(
                  parts.fingerprints(), stores, () -> relieve(table, stores, config));
            },
            report,
            parts.epochClock()::time);
    report.found(data.recovered());
    return data;
  }

  private CheckpointTarget checkpointTarget(
      PipelineConfig config, PipelineParts parts, List<Queue<StorageRequest>> storage) {
    Queue<StorageRequest> replies = link(config, parts, parts.clock(), config.storageWorkers(), 1);
    return table == null
        ? new CheckpointFiles(
            data.disk(), data.log(), storage, replies, config.limits().maxValueBytes())
        : new TableFlush(table, storage, replies, parts.flushBytes(config.memoryBytes()));
  }

  /** Returns the targets of live checkpoints: one for each disk, or the table for all of them. */
  private Function<Disk, CheckpointTarget> liveTarget(
      PipelineConfig config, PipelineParts parts, List<Queue<StorageRequest>> storage) {
    if (table == null) {
      return entriesTarget(config, parts, storage);
    }
    Queue<StorageRequest> replies = link(config, parts, parts.clock(), config.storageWorkers(), 1);
    TableFlush flush = new TableFlush(table, storage, replies, Long.MAX_VALUE);
    return disk -> flush;
  }

  /** Returns the targets of checkpoints that have all entries, also those of a table. */
  private static Function<Disk, CheckpointTarget> entriesTarget(
      PipelineConfig config, PipelineParts parts, List<Queue<StorageRequest>> storage) {
    Queue<StorageRequest> replies = link(config, parts, parts.clock(), config.storageWorkers(), 1);
    ShardEntries entries = new ShardEntries(storage, replies, new SnapshotRequest(replies));
    return disk -> new CheckpointFile(disk, entries, config.limits().maxValueBytes());
  }

  /** Returns one processor's share of the concurrency level, which is at least 1. */
  private static int limitOf(PipelineConfig config, int processor) {
    return Processor.shareOf(config.concurrency(), config.processors(), processor);
  }

  private static ProcessorSettings settings(
      PipelineConfig config,
      TransactionLimits limits,
      int processor,
      long firstTransaction,
      boolean logged) {
    int limit = limitOf(config, processor);
    Window window = config.window();
    return new ProcessorSettings(
        processor,
        limit,
        firstTransaction,
        limits,
        config.waitingTransactions(),
        window.kind() == Window.Kind.ADAPTIVE,
        window.kind() == Window.Kind.OPEN
            ? limit
            : Processor.shareOf(window.width(), config.processors(), processor),
        config.hotKeyWaiting(),
        config.repair(),
        logged,
        config.conflictReports(),
        config.attemptBound());
  }

  private static LogicalRanges.Sink markInto(RangeMarks.Mark found) {
    return found::set;
  }

  private static <E> Queue<E> link(
      PipelineConfig config, PipelineParts parts, NanoClock clock, int producers, int capacity) {
    Queue<E> queue = parts.link(producers, capacity);
    return config.hopNs() == 0 ? queue : new DelayedQueue<>(queue, config.hopNs(), clock);
  }

  /** Returns the memory that all data occupies, in bytes. Any thread may call this method. */
  private long dataBytes() {
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
    for (StorageWorker worker : storageWorkers) {
      sum += worker.counter(counter);
    }
    return sum;
  }

  /** Returns the open snapshots. */
  Snapshots snapshots() {
    return snapshots;
  }

  /** Returns the object with which callers read on their own threads. */
  CallerReads callerReads() {
    return callerReads;
  }

  DataLimit dataLimit() {
    return dataLimit;
  }

  List<Processor> processors() {
    return processors;
  }

  List<StorageWorker> storageWorkers() {
    return storageWorkers;
  }

  /**
   * Returns the horizon for transaction ids: if an id was created before this time, its outcome may
   * have been dropped.
   */
  OutcomeHorizon outcomeHorizon() {
    return outcomeHorizon;
  }

  Validator validator() {
    return validator;
  }

  /** Returns the data directory, or null for a pipeline in memory. */
  DataDirectory data() {
    return data;
  }

  /** Returns the object that assigns commit versions. */
  Watermark watermark() {
    return watermark;
  }

  /** Returns the log that the pipeline shares with other machines, or null. */
  GroupReplication replication() {
    return replication;
  }

  /** Returns the table of the data; null if all data are in memory. */
  DiskTable table() {
    return table;
  }

  /** Returns a warning about the table of the data; empty if there is no problem, or no table. */
  Optional<String> tableWarning() {
    return table == null ? Optional.empty() : table.warning();
  }

  /** Returns the agent that writes checkpoints, or null for a pipeline in memory. */
  Checkpointer checkpointer() {
    return checkpointer;
  }

  /** Returns the object that writes checkpoints if the log is replicated; null otherwise. */
  LiveCheckpoint liveCheckpoint() {
    return liveCheckpoint;
  }

  /** Returns the object that makes backups if the log is replicated; null otherwise. */
  LiveBackup liveBackup() {
    return liveBackup;
  }

  /**
   * Returns what a live checkpoint is written to.
   *
   * @param disk a disk without files; unused if the data are in a table
   */
  CheckpointTarget liveTarget(Disk disk) {
    return liveTarget.apply(disk);
  }

  /** Returns the agent that copies files to the archive, or null for a pipeline without archive. */
  Archiver archiver() {
    return archiver;
  }

  /** Returns the current tuning. */
  CurrentTuning tuning() {
    return tuning;
  }

  /** Returns the agent that adapts the tuning, or null if the tuning stays as configured. */
  Tuner tuner() {
    return tuner;
  }

  private List<Agent> tuners() {
    return tuner == null ? List.of() : List.of(tuner);
  }

  /** Returns every agent once. */
  List<Agent> all() {
    List<Agent> single = new ArrayList<>(processors);
    single.addAll(tuners());
    single.addAll(storageWorkers);
    single.addAll(validator.agents());
    single.addAll(waitingForDisk());
    return single;
  }

  /**
   * Returns the agents that wait for the disk and therefore must not share a thread with other
   * agents.
   */
  List<Agent> waitingForDisk() {
    List<Agent> waiting = new ArrayList<>();
    if (replicatedCommit != null) {
      waiting.add(replicatedCommit);
    }
    if (data != null) {
      waiting.addAll(List.of(groupCommit, checkpointer));
    }
    if (archiver != null) {
      waiting.add(archiver);
    }
    if (tableReader != null) {
      waiting.add(tableReader);
    }
    return waiting;
  }

  /** Returns the assignment of agents to threads. */
  AgentSchedule schedule() {
    return new AgentSchedule(
        tuners(), processors, storageWorkers, validator.agents(), waitingForDisk());
  }
}
