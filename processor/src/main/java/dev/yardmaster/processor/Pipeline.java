package dev.yardmaster.processor;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.AbortCause;
import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.history.HistoryLog;
import dev.yardmaster.history.HistoryRecorder;
import dev.yardmaster.processor.coordinator.PipelineProcedure;
import dev.yardmaster.processor.coordinator.ProcedureCall;
import dev.yardmaster.processor.coordinator.ProcessorCounter;
import dev.yardmaster.processor.tuning.Tuning;
import dev.yardmaster.service.ServiceFront;
import dev.yardmaster.service.TransactionLimits;
import dev.yardmaster.service.conflicts.Conflicts;
import dev.yardmaster.service.conflicts.sketch.ConflictSummary;
import dev.yardmaster.storage.log.LogSize;
import dev.yardmaster.storage.log.backup.Backup;
import dev.yardmaster.storage.log.disk.Disk;
import dev.yardmaster.storage.worker.StorageCounter;
import dev.yardmaster.validator.ValidatorAgent;
import dev.yardmaster.validator.ValidatorCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongPredicate;
import java.util.function.ToLongFunction;
import org.agrona.concurrent.Agent;
import org.jspecify.annotations.Nullable;

/**
 * The embedded service: transaction coordinators, batched storage and the reordering validator in
 * one process.
 *
 * <p>The pipeline owns the threads of its {@link ThreadLayout} from {@link #start} until {@link
 * #close} returns.
 */
public final class Pipeline extends ServiceFront<PipelineProcedure, ProcedureCall>
    implements MeterBinder {

  private final PipelineBackEnd backEnd;
  private final PipelineAgents agents;

  @Shared(
      writers = "threads that bind meters",
      readers = "threads that register a procedure",
      access = "CopyOnWriteArrayList")
  private final List<MeterRegistry> registries = new CopyOnWriteArrayList<>();

  private Pipeline(PipelineBackEnd backEnd, TransactionLimits limits) {
    super(backEnd, backEnd.agents().storage().outcomeHorizon(), limits);
    this.backEnd = backEnd;
    agents = backEnd.agents();
  }

  private static Pipeline of(
      PipelineConfig config,
      PipelineParts parts,
      @Nullable AgentHost host,
      @Nullable Runnable stopAgents) {
    return new Pipeline(new PipelineBackEnd(config, parts, host, stopAgents), config.limits());
  }

  /**
   * Starts a pipeline. The store initially contains all commits in the data directory; without a
   * data directory, the store is empty.
   *
   * @throws YardmasterException {@link ErrorCode#DIRECTORY_IN_USE}, {@link ErrorCode#DAMAGED} or
   *     {@link ErrorCode#IO_FAILED} if the data directory cannot be opened
   */
  public static Pipeline start(PipelineConfig config) {
    return start(config, new PipelineParts());
  }

  /**
   * Starts a pipeline that records its committed transactions.
   *
   * @param history the history that receives the records; the caller closes the history after the
   *     pipeline
   */
  public static Pipeline start(PipelineConfig config, HistoryLog history) {
    return start(
        config,
        new PipelineParts() {
          @Override
          public HistoryRecorder recorder() {
            return history.recorder();
          }
        });
  }

  /**
   * Starts a pipeline with the given parts (clock, queues, state) instead of the production parts.
   */
  public static Pipeline start(PipelineConfig config, PipelineParts parts) {
    return of(config, parts, null, null).started();
  }

  /**
   * Starts a pipeline on the thread of a host. Only agents that wait for the disk have their own
   * threads. {@link PipelineConfig#threads} is ignored.
   */
  public static Pipeline start(PipelineConfig config, PipelineParts parts, AgentHost host) {
    return of(config, parts, Objects.requireNonNull(host, "host"), null).started();
  }

  /**
   * Assembles a pipeline without threads. The caller runs the pipeline's {@link #agents} on one or
   * more threads. {@link #close} waits for the transactions in flight, so call it while the agents
   * still run, on a thread that runs no agent.
   *
   * @param stopAgents is called by {@code close}; after it has returned, no agent may run any more
   */
  public static Pipeline assemble(PipelineConfig config, PipelineParts parts, Runnable stopAgents) {
    return of(config, parts, null, Objects.requireNonNull(stopAgents, "stopAgents"));
  }

  /**
   * Returns every agent once, for a caller that runs the agents itself without a {@link
   * ThreadLayout}.
   */
  public List<Agent> agents() {
    return agents.all();
  }

  /**
   * Returns the agents that share a thread in a layout, in the order of execution. The result does
   * not include the agents that wait for the disk. This method is for a caller that runs the agents
   * itself.
   *
   * @throws IllegalArgumentException if the layout depends on the number of cores
   */
  public List<List<Agent>> schedule(ThreadLayout layout) {
    return agents.schedule().of(layout);
  }

  /**
   * Reports that an agent threw an exception. The agent must not run again. From then on, the
   * service accepts no transactions. This method is for a caller that runs the agents of an {@link
   * #assemble}d pipeline; the caller must then call {@link #close}.
   */
  public void agentFailed(Throwable thrown) {
    backEnd.closing().failed(thrown);
  }

  /**
   * Adds to the history the transactions that were logged as committed, but were not answered
   * before the process ended. Without these transactions the history would have gaps. A simulator
   * calls this method, because a pipeline object survives the simulated end of its process.
   *
   * @param survived returns whether a commit version was found in the data directory
   */
  public void recordUnanswered(LongPredicate survived) {
    agents.processors().forEach(processor -> processor.unanswered().record(survived));
  }

  private Pipeline started() {
    backEnd.start();
    return this;
  }

  @Override
  protected void registered(PipelineProcedure procedure) {
    registries.forEach(registry -> PipelineMetrics.bindProcedure(registry, procedure));
  }

  /** Returns the totals of the pipeline's work since its start. Any thread may call this method. */
  public PipelineCounters counters() {
    Map<AbortCause, Long> aborts = new EnumMap<>(AbortCause.class);
    for (AbortCause cause : AbortCause.values()) {
      aborts.put(cause, sum(agents.processors(), processor -> processor.counters().aborts(cause)));
    }
    LogSize log = agents.stored().logSize();
    return new PipelineCounters(
        sum(agents.processors(), processor -> processor.counters().get(ProcessorCounter.COMMITTED)),
        sum(agents.processors(), processor -> processor.counters().get(ProcessorCounter.RESTARTS)),
        aborts,
        sum(agents.storage().workers(), worker -> worker.counter(StorageCounter.BATCHES)),
        sum(agents.storage().workers(), worker -> worker.counter(StorageCounter.REQUESTS)),
        agents.validator().counter(ValidatorCounter.CLOSED_FULL)
            + agents.validator().counter(ValidatorCounter.CLOSED_IDLE)
            + agents.validator().counter(ValidatorCounter.CLOSED_AGE),
        agents.validator().counter(ValidatorCounter.REQUESTS),
        agents.validator().counter(ValidatorCounter.VICTIMS),
        agents.validator().counter(ValidatorCounter.EDGES),
        agents.validator().counter(ValidatorCounter.REORDERED),
        agents.validator().counter(ValidatorCounter.PROVEN),
        agents.validator().busyNs(ValidatorAgent.Stage.REORDERER),
        agents.validator().counter(ValidatorCounter.CONFLICTS_IN_BATCH),
        agents.validator().counter(ValidatorCounter.REPAIRED),
        agents.validator().counter(ValidatorCounter.BUSY_NS),
        agents.validator().busyNs(ValidatorAgent.Stage.VALIDATOR),
        sum(agents.processors(), processor -> processor.counters().get(ProcessorCounter.QUEUED)),
        agents.validator().counter(ValidatorCounter.RESERVATIONS),
        agents.validator().counter(ValidatorCounter.RESERVATIONS_EXPIRED),
        log.transactions(),
        log.writtenBytes(),
        log.forces(),
        agents.log() == null ? 0 : agents.log().checkpoints(),
        agents.tuner() == null ? 0 : agents.tuner().trials(),
        agents.tuner() == null ? 0 : agents.tuner().changes());
  }

  /**
   * Returns a warning for the operator about a problem of a pipeline that still works; empty if
   * there is no problem. Any thread may call this method.
   */
  @Override
  public Optional<String> warning() {
    return agents
        .stored()
        .warning()
        .or(() -> agents.log() == null ? Optional.empty() : agents.log().warning())
        .or(agents.storage().dataLimit()::warning);
  }

  /**
   * Returns the watermark: every commit up to this version is in the stores. Any thread may call
   * this method.
   */
  public long installedThrough() {
    return agents.watermark().get();
  }

  /**
   * Returns the time, in ms since 1970, before which outcomes of transaction ids may have been
   * dropped. Any thread may call this method.
   */
  public long outcomeHorizonMs() {
    return agents.storage().outcomeHorizon().get();
  }

  /**
   * Writes a checkpoint of a pipeline whose log is replicated, while transactions continue. The
   * checkpoint and the log's groups after {@code version} together contain the state. The
   * checkpoint may lack writes of groups that were applied while it was written. Any thread may
   * call this method; the method waits for the disk.
   *
   * <p>If the data are on disk, this method writes no checkpoint. Instead it flushes the changes
   * since the last call to the table.
   *
   * @param disk an empty disk; unused if the data are on disk
   * @param version the last version of the last applied group, or of the state at the beginning of
   *     the term
   * @throws IOException if the disk fails, the pipeline ends before the checkpoint is complete, or
   *     another checkpoint is in progress; the disk then has no complete checkpoint
   * @throws YardmasterException {@link ErrorCode#BAD_CONFIG} if no log is replicated
   */
  public void checkpoint(Disk disk, long version) throws IOException {
    if (agents.stored().replication() == null) {
      throw new YardmasterException(
          ErrorCode.BAD_CONFIG, "only a pipeline with a replicated log writes a live checkpoint");
    }
    agents.log().checkpoint(disk, version, backEnd.closing()::isTerminated);
  }

  /** Returns the memory that all data occupies, in bytes. Any thread may call this method. */
  public long dataBytes() {
    return agents.storage().dataLimit().bytes();
  }

  /**
   * Begins a backup. The backup contains all commits that were acknowledged before this call.
   * Commits continue while the backup is read. The caller must close the backup before it closes
   * the pipeline. Any thread may call this method.
   *
   * @throws IOException if the data directory cannot be read
   * @throws YardmasterException {@link ErrorCode#BAD_CONFIG} if the pipeline is in memory
   */
  public Backup backup() throws IOException {
    if (agents.stored().data() == null) {
      throw new YardmasterException(
          ErrorCode.BAD_CONFIG, "a pipeline in memory has nothing to back up");
    }
    return Backup.begin(agents.stored().data(), backEnd::nowNs, Backup.TIMEOUT_NS);
  }

  /**
   * Makes a backup of a pipeline whose log is replicated. The backup contains all commits that were
   * acknowledged before this call, and commits continue during the backup. The method first writes
   * all data to a folder; closing the backup removes the folder. Any thread may call this method;
   * the method waits for the disk.
   *
   * @param folder the folder; it must be empty, except for files of an interrupted backup
   * @throws IOException if the disk fails, or the pipeline ends before the files are written
   * @throws YardmasterException {@link ErrorCode#BAD_CONFIG} if no log is replicated, {@link
   *     ErrorCode#OVERLOADED} if another backup is in progress
   */
  public Backup backupOfReplica(Path folder) throws IOException {
    if (agents.stored().replication() == null) {
      throw new YardmasterException(
          ErrorCode.BAD_CONFIG, "only a pipeline with a replicated log makes a backup like this");
    }
    return agents.log().liveBackup().begin(folder, backEnd.closing()::isTerminated);
  }

  /**
   * Writes a backup to a new directory. A pipeline can be started with this directory. The new
   * directory gets its final name only after all files were found intact and forced to disk. The
   * calling thread waits for the disk.
   *
   * @param to the path of the new directory; it must not exist, or must be an empty directory
   * @throws IOException if the backup cannot be written
   */
  public void backup(Path to) throws IOException {
    try (Backup backup = backup()) {
      backup.writeTo(to);
    }
  }

  /** Returns the current tuning. Any thread may call this method. */
  public Tuning tuning() {
    return agents.tuning().get();
  }

  /**
   * Returns the keys and the procedures that had conflicts recently. Any thread may call this
   * method.
   */
  public Conflicts conflicts() {
    ConflictSummary summary = new ConflictSummary();
    agents.processors().forEach(processor -> summary.add(processor.conflicts().published()));
    return summary.conflicts(backEnd.procedureNames());
  }

  /** Returns the current load of the pipeline. Any thread may call this method. */
  public PipelineLoad load() {
    Map<String, Integer> queues = new LinkedHashMap<>();
    agents.processors().forEach(p -> queues.put(p.roleName(), p.submissions().size()));
    agents.storage().workers().forEach(w -> queues.put(w.roleName(), w.queueDepth()));
    agents.validator().agents().forEach(a -> queues.put(a.roleName(), a.queueDepth()));
    return new PipelineLoad(
        sum(agents.processors(), p -> p.counters().get(ProcessorCounter.IN_FLIGHT)),
        sum(agents.processors(), p -> p.counters().get(ProcessorCounter.WAITING_FOR_KEYS)),
        sum(agents.processors(), p -> p.counters().get(ProcessorCounter.WINDOW)),
        sum(agents.processors(), p -> p.submissions().refused()),
        queues);
  }

  private static <T> long sum(List<T> parts, ToLongFunction<T> counter) {
    return parts.stream().mapToLong(counter).sum();
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    new PipelineMetrics(agents).bindTo(registry);
    registries.add(registry);
    PipelineMetrics.bindProcedure(registry, statusProcedure());
    procedures().all().forEach(known -> PipelineMetrics.bindProcedure(registry, known));
  }
}
