package dev.yardmaster.engine.service;

import dev.yardmaster.api.ErrorCode;
import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.SnapshotOptions;
import dev.yardmaster.api.TransactionOptions;
import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.api.outcome.KeptOutcome;
import dev.yardmaster.api.outcome.OutcomeHorizon;
import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.EngineConfig;
import dev.yardmaster.engine.EngineParts;
import dev.yardmaster.engine.Protocols;
import dev.yardmaster.engine.protocol.mixed.Mixed;
import dev.yardmaster.engine.redo.RedoLog;
import dev.yardmaster.engine.service.calls.EngineProcedure;
import dev.yardmaster.engine.service.calls.OutcomeExpiry;
import dev.yardmaster.engine.service.calls.QueuedProcedure;
import dev.yardmaster.engine.service.calls.WaitingCalls;
import dev.yardmaster.engine.service.calls.WorkerLoop;
import dev.yardmaster.engine.service.commit.Acknowledger;
import dev.yardmaster.engine.service.commit.CommitSequencer;
import dev.yardmaster.engine.service.session.InteractiveSessions;
import dev.yardmaster.engine.service.snapshot.EngineSnapshots;
import dev.yardmaster.engine.service.worker.OutcomeCounts;
import dev.yardmaster.engine.service.worker.ServiceWorker;
import dev.yardmaster.engine.service.worker.ServiceWorkers;
import dev.yardmaster.service.BackEnd;
import dev.yardmaster.service.Closing;
import dev.yardmaster.service.DataLimit;
import dev.yardmaster.service.InteractiveSession;
import dev.yardmaster.service.OpenSnapshot;
import dev.yardmaster.service.OpenTransaction;
import dev.yardmaster.service.ServiceOutcomes;
import dev.yardmaster.service.TransactionLimits;
import dev.yardmaster.service.conflicts.Conflicts;
import dev.yardmaster.service.conflicts.sketch.ProcedureNames;
import dev.yardmaster.storage.log.LogSize;
import dev.yardmaster.storage.log.backup.Backup;
import dev.yardmaster.storage.log.checkpoint.CheckpointFigures;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.jspecify.annotations.NullUnmarked;

/**
 * Owns the threads of an engine, and the objects that these threads use: the workers that run
 * procedures, the interactive transactions, the snapshots, and the durable data. A failure of the
 * disk closes the engine. Any thread may call the methods.
 */
@NullUnmarked // Internal: fields and results may be null.
final class EngineBackEnd implements BackEnd<EngineProcedure, QueuedProcedure> {

  private static final long LOOK_NS = 100_000L;

  private final Closing closing;
  private final DataLimit dataLimit;
  private final TransactionLimits limits;
  private final OutcomeHorizon horizon;
  private final LongSupplier clockNs;
  private final ServiceWorkers workers;

  /** The data directory with its log and checkpoints; null for an engine in memory. */
  private final DurableData durable;

  private final InteractiveSessions interactive;
  private final String protocol;

  /**
   * The open snapshots; null if the protocol does not keep the old versions that snapshots need.
   */
  private final EngineSnapshots snapshots;

  private final PartitionSwitches partitionSwitches;
  private final ProcedureNames procedureNames =
      new ProcedureNames(Conflicts.UNKNOWN, Conflicts.INTERACTIVE);
  private final int window;
  private final OutcomeExpiry expiry;
  private final List<WorkerLoop> loops = new ArrayList<>();
  private final WaitingCalls waiting;
  private final List<EngineThread> workerThreads = new ArrayList<>();

  /** Creates the threads without starting them. */
  EngineBackEnd(EngineConfig config, EngineParts parts, RecoveredData contents) {
    clockNs = parts.clockNs();
    closing =
        new Closing(
            this,
            "yardmaster-engine-closer",
            clockNs,
            (waits, over) -> LockSupport.parkNanos(LOOK_NS),
            config.closeTimeoutNs());
    dataLimit = new DataLimit(config.maxDataBytes(), contents.database()::dataBytes);
    limits =
        new TransactionLimits(
            config.maxKeysPerTransaction(),
            config.maxValueBytes(),
            config.maxTransactionBytes(),
            config.maxRounds(),
            dataLimit,
            contents.typed().byName().keySet());
    horizon = new OutcomeHorizon(parts.epochMs(), config.outcomeRetentionMs());
    horizon.raise(contents.horizonMs());
    window = config.workers() + config.interactive();
    protocol = config.protocol();
    RedoLog log =
        contents.directory() == null
            ? null
            : DurableData.log(contents, ServiceWorkers.count(config), closing);
    Acknowledger acknowledger = log == null ? Acknowledger.atOnce() : Acknowledger.onDisk(log);
    CommitSequencer order = new CommitSequencer(log);
    Database database = contents.database();
    workers =
        new ServiceWorkers(
            config,
            parts,
            database,
            contents.tables(),
            order,
            contents.startVersion(),
            closing::isTerminated);
    interactive =
        new InteractiveSessions(
            config,
            database.protocol().canSuspend(),
            workers.ofCallers(),
            workers.conflictsOfSessions(),
            acknowledger,
            limits,
            closing,
            clockNs,
            work -> new EngineThread(this, EngineService.STEP_THREAD_NAME, work));
    LongSupplier watermark = workers.watermark(log == null ? order::last : log::newestCommit);
    snapshots =
        Protocols.keepsSnapshots(protocol)
            ? new EngineSnapshots(
                workers.ofSnapshots(),
                new EngineSnapshots.Context(closing, acknowledger, limits, watermark, clockNs),
                work -> new EngineThread(this, "yardmaster-engine-snapshot", work))
            : null;
    partitionSwitches =
        database.protocol() instanceof Mixed mixed
            ? new PartitionSwitches(mixed, parts.epochMs())
            : null;
    durable =
        log == null
            ? null
            : new DurableData(
                this,
                config,
                contents,
                log,
                workers.ofCheckpoints(),
                watermark,
                horizon,
                clockNs,
                closing);
    List<ServiceWorker> ofProcedures = workers.ofProcedures();
    expiry =
        new OutcomeExpiry(
            ofProcedures.get(0), contents.tables(), horizon, config.maxOutcomes(), clockNs);
    waiting = new WaitingCalls(config, contents.tables(), number -> loops.get(number).wake());
    for (ServiceWorker worker : ofProcedures) {
      boolean isFirst = loops.isEmpty();
      WorkerLoop loop =
          new WorkerLoop(
              worker,
              contents.typed(),
              limits,
              waiting,
              isFirst ? expiry : null,
              isFirst ? workers.ofCallers() : null,
              acknowledger,
              clockNs,
              parts.idle(),
              closing);
      loops.add(loop);
      workerThreads.add(
          new EngineThread(this, "yardmaster-engine-worker-" + worker.number(), () -> run(loop)));
    }
  }

  void start() {
    if (durable != null) {
      durable.start();
    }
    workerThreads.forEach(Thread::start);
  }

  private void run(WorkerLoop loop) {
    try {
      loop.run();
    } catch (Throwable thrown) {
      // After an unexpected exception, the locks of the worker are never released. So the engine
      // closes.
      boolean unused = closing.fail(thrown);
      QueuedProcedure stuck = loop.current();
      if (stuck != null && !stuck.isEnded()) {
        stuck.end(ServiceOutcomes.unknown(thrown));
      }
    }
  }

  EngineCounters counters() {
    return EngineCounters.of(counts(), logSize(), checkpointFigures());
  }

  EngineLoad load() {
    Map<String, Integer> queues = new LinkedHashMap<>();
    queues.put("procedures", waiting.size());
    queues.put("interactive", interactive.waiting());
    long running = loops.stream().filter(loop -> loop.current() != null).count();
    return new EngineLoad(
        running + interactive.open(),
        window,
        waiting.refused()
            + interactive.refused()
            + OutcomeCounts.sum(counts(), OutcomeCounts::overloaded),
        queues);
  }

  Optional<PartitionFigures> partitions() {
    return Optional.ofNullable(partitionSwitches).map(PartitionSwitches::figures);
  }

  Conflicts conflicts() {
    return workers.conflicts().conflicts(procedureNames);
  }

  private List<OutcomeCounts> counts() {
    List<OutcomeCounts> counts = new ArrayList<>();
    loops.forEach(loop -> counts.add(loop.counts()));
    counts.add(interactive.counts());
    return counts;
  }

  boolean isDurable() {
    return durable != null;
  }

  LogSize logSize() {
    return durable == null ? LogSize.NONE : durable.logSize();
  }

  CheckpointFigures checkpointFigures() {
    return durable == null ? CheckpointFigures.NONE : durable.checkpointFigures();
  }

  Optional<String> warning() {
    Optional<String> ofCheckpoints = durable == null ? Optional.empty() : durable.warning();
    return ofCheckpoints.or(dataLimit::warning);
  }

  DataLimit dataLimit() {
    return dataLimit;
  }

  Backup backup() throws IOException {
    if (durable == null) {
      throw new YardmasterException(
          ErrorCode.BAD_CONFIG, "an engine in memory has nothing to back up");
    }
    return durable.backup();
  }

  long outcomes() {
    return expiry.kept();
  }

  OutcomeHorizon horizon() {
    return horizon;
  }

  TransactionLimits limits() {
    return limits;
  }

  @Override
  public Closing closing() {
    return closing;
  }

  @Override
  public boolean runsRestricted() {
    return true;
  }

  @Override
  public EngineProcedure known(String name, Procedure<?, ?> procedure) {
    return new EngineProcedure(name, procedure, procedureNames.numberOf(name), limits);
  }

  @Override
  public EngineProcedure scoped(EngineProcedure procedure) {
    return procedure.scoped();
  }

  @Override
  public QueuedProcedure call(
      EngineProcedure procedure,
      Object argument,
      TransactionOptions options,
      KeptOutcome kept,
      boolean encodesResult) {
    return new QueuedProcedure(
        procedure, argument, options, kept, clockNs.getAsLong(), encodesResult);
  }

  @Override
  public YardmasterException offer(QueuedProcedure call) {
    return waiting.offer(call);
  }

  @Override
  public void refuseWaiting(YardmasterException why) {
    waiting.refuse(why);
  }

  @Override
  public InteractiveSession session(TransactionOptions options, KeptOutcome kept) {
    return interactive.session(options, kept);
  }

  @Override
  public OpenTransaction open(
      TransactionOptions options, KeptOutcome kept, OpenTransaction.Listener listener) {
    return interactive.open(options, kept, listener);
  }

  @Override
  public CompletionStage<OpenSnapshot> snapshot(SnapshotOptions options) {
    if (snapshots != null) {
      return snapshots.open(options);
    }
    return CompletableFuture.failedFuture(
        new YardmasterException(
            ErrorCode.BAD_CONFIG,
            "the engine's protocol does not keep the old versions that snapshots read",
            "protocol",
            protocol,
            "protocolsWithSnapshots",
            Protocols.serializableNames().stream().filter(Protocols::keepsSnapshots).toList()));
  }

  @Override
  public boolean isOwnThread() {
    return EngineThread.isOf(this);
  }

  @Override
  public void drain() {}

  @Override
  public boolean isDrained() {
    return waiting.isEmpty()
        && loops.stream().noneMatch(WorkerLoop::isBusy)
        && interactive.isEmpty();
  }

  /**
   * Stops the workers, ends the interactive transactions and the snapshots, and refuses the calls
   * that still wait.
   */
  @Override
  public void stop() {
    closing.terminate();
    loops.forEach(WorkerLoop::end);
    workerThreads.forEach(thread -> closing.awaitUntil(() -> !thread.isAlive()));
    refuseWaiting(closing.error());
    for (WorkerLoop loop : loops) {
      QueuedProcedure stuck = loop.current();
      if (stuck != null) {
        stuck.refuse(closing.error());
      }
    }
    interactive.end(closing.error());
    closing.awaitUntil(() -> interactive.isEnded() && (snapshots == null || snapshots.areEnded()));
  }

  @Override
  public void release() {
    if (durable != null) {
      durable.release();
    }
  }
}
