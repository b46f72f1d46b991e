package dev.yardmaster.processor;

import dev.yardmaster.processor.coordinator.CallerReads;
import dev.yardmaster.processor.coordinator.ProcedureRepair;
import dev.yardmaster.processor.coordinator.Processor;
import dev.yardmaster.processor.coordinator.ProcessorSettings;
import dev.yardmaster.processor.coordinator.StorageLinks;
import dev.yardmaster.processor.coordinator.WakeUp;
import dev.yardmaster.processor.queues.DelayedQueue;
import dev.yardmaster.processor.queues.RestartedFirst;
import dev.yardmaster.processor.tuning.CurrentTuning;
import dev.yardmaster.processor.tuning.Tuner;
import dev.yardmaster.processor.tuning.Tuning;
import dev.yardmaster.reorder.ReorderConfig;
import dev.yardmaster.service.TransactionLimits;
import dev.yardmaster.service.conflicts.sketch.RecentTransactions;
import dev.yardmaster.storage.log.format.RecordEncoder;
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
   * The minimum number of entries of the committed-version table for each slot. The table thus has
   * room for this number of writes of each transaction in flight.
   */
  private static final int VERSIONS_PER_SLOT = 16;

  /**
   * The number of recent transactions, for each slot, whose procedures the pipeline remembers. If a
   * transaction conflicts with an older transaction, the report does not name the older
   * transaction's procedure.
   */
  private static final int RECENT_PER_SLOT = 4;

  /**
   * The bits of a transaction's number from this position contain the number of the pipeline's
   * start. Each start of the pipeline has a different number, so the pipeline never uses a
   * transaction's number twice.
   */
  private static final int EPOCH_SHIFT = 35;

  /**
   * The minimum duration of a reservation, as a multiple of the delay of a message between stages.
   * This duration is sufficient for a short interactive run.
   */
  private static final long HOPS_OF_A_RUN = 32;

  private final List<Processor> processors = new ArrayList<>();
  private final StorageStage storage;
  private final Validator validator;
  private final StoredData stored;
  private final LogAgents log;
  private final Watermark watermark;
  private final CurrentTuning tuning;
  private final Tuner tuner;
  private final CallerReads callerReads;
  private final WakeUp wakeUp = new WakeUp();

  /**
   * Builds and connects the agents. A durable pipeline starts with the commits that are on disk.
   *
   * @param config the settings, completed by {@link PipelineConfig#onCores}
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

    storage = new StorageStage(config, parts, stored, tuning, watermark, ranges, slots, wakeUp);
    TransactionLimits limits = config.limits().within(storage.dataLimit());
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
                  storage.inboxes(),
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
              wakeUp,
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
                storage.inboxes(),
                watermark,
                storage.outcomeHorizon()::get,
                storage::dataBytes)
            : null;
  }

  /** Returns one processor's share of the concurrency level. The share is at least 1. */
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

  static <E> Queue<E> link(
      PipelineConfig config, PipelineParts parts, NanoClock clock, int producers, int capacity) {
    Queue<E> queue = parts.link(producers, capacity);
    return config.hopNs() == 0 ? queue : new DelayedQueue<>(queue, config.hopNs(), clock);
  }

  /** Returns the object that callers use to read on their own threads. */
  CallerReads callerReads() {
    return callerReads;
  }

  WakeUp wakeUp() {
    return wakeUp;
  }

  List<Processor> processors() {
    return processors;
  }

  StorageStage storage() {
    return storage;
  }

  Validator validator() {
    return validator;
  }

  /** Returns the data with which the pipeline started. */
  StoredData stored() {
    return stored;
  }

  /** Returns the agents that log commits; null if commits are only in memory. */
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
    single.addAll(storage.workers());
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
    if (storage.tableReader() != null) {
      waiting.add(storage.tableReader());
    }
    return waiting;
  }

  /** Returns the assignment of agents to threads. */
  AgentSchedule schedule() {
    return new AgentSchedule(
        tuners(), processors, storage.workers(), validator.agents(), waitingForDisk());
  }
}
