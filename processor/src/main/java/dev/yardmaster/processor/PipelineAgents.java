package dev.yardmaster.processor;

import dev.yardmaster.api.outcome.OutcomeHorizon;
import dev.yardmaster.history.HistoryRecorder;
import dev.yardmaster.processor.coordinator.CallerReads;
import dev.yardmaster.processor.coordinator.PipelineTrialMetrics;
import dev.yardmaster.processor.coordinator.ProcedureRepair;
import dev.yardmaster.processor.coordinator.Processor;
import dev.yardmaster.processor.coordinator.ProcessorSettings;
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
import dev.yardmaster.storage.log.format.RecordEncoder;
import dev.yardmaster.storage.table.DiskTable;
import dev.yardmaster.storage.worker.OutcomeRetention;
import dev.yardmaster.storage.worker.RangeMarks;
import dev.yardmaster.storage.worker.ReadRequest;
import dev.yardmaster.storage.worker.SnapshotRead;
import dev.yardmaster.storage.worker.StorageCounter;
import dev.yardmaster.storage.worker.StorageRequest;
import dev.yardmaster.storage.worker.StorageWorker;
import dev.yardmaster.storage.worker.TableReader;
import dev.yardmaster.trials.TrialLock;
import dev.yardmaster.validator.CommittedVersions;
import dev.yardmaster.validator.LogicalRanges;
import dev.yardmaster.validator.ValidationRequest;
import dev.yardmaster.validator.Validator;
import dev.yardmaster.validator.ValidatorConfig;
import dev.yardmaster.validator.Watermark;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
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
  private final StoredData stored;
  private final LogAgents log;
  private final TableReader tableReader;
  private final Watermark watermark;
  private final DataLimit dataLimit;
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
    StoredData stored = StoredData.open(config, parts);
    try {
      return new PipelineAgents(config, parts, stored);
    } catch (Throwable thrown) {
      stored.closeAfter(thrown);
      throw thrown;
    }
  }

  private PipelineAgents(PipelineConfig config, PipelineParts parts, StoredData stored) {
    this.stored = stored;
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
    callerReads = parts.callerReads(stored.stores(), watermark, config.limits().maxKeys());
    LogicalRanges ranges = parts.logicalRanges(watermark);
    CommittedVersions committed =
        parts.committedVersions(Math.max(config.committedVersions(), VERSIONS_PER_SLOT * slots));
    boolean logged = stored.isLogged();
    if (logged) {
      watermark.startAfter(stored.startVersion());
      committed.startAfter(stored.startVersion());
      ranges.startAfter(stored.startVersion());
    }

    outcomeHorizon = new OutcomeHorizon(parts.epochClock()::time, config.outcomeRetentionMs());
    if (logged) {
      outcomeHorizon.raise(stored.horizonMs());
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
    DiskTable table = stored.table();
    Queue<ReadRequest> misses =
        table == null ? null : parts.link(config.storageWorkers(), slots * config.storageWorkers());
    int checkpoints = LogAgents.requestsInProgress(stored);
    int askers = config.processors() + checkpoints + (table == null ? 0 : 1);
    int asked = slots + checkpoints;
    for (int i = 0; i < config.storageWorkers(); i++) {
      Queue<StorageRequest> inbox = link(config, parts, clock, askers, asked);
      storage.add(inbox);
      storageWorkers.add(
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
    Queue<ValidationRequest> decided = logged ? parts.orderedLink(slots) : null;
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
                stored.replication() != null,
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
            decided,
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
    long firstTransaction = stored.epoch() << EPOCH_SHIFT;
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
    log =
        logged
            ? new LogAgents(
                config,
                parts,
                stored,
                decided,
                storage,
                watermark,
                outcomeHorizon::get,
                this::dataBytes)
            : null;
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

  static <E> Queue<E> link(
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

  /** Returns what the pipeline has started with. */
  StoredData stored() {
    return stored;
  }

  /** Returns the agents that log commits; null if they are in memory only. */
  LogAgents log() {
    return log;
  }

  /** Returns the object that assigns commit versions. */
  Watermark watermark() {
    return watermark;
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
    if (log != null) {
      waiting.addAll(log.all());
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
