package dev.yardmaster.engine.service;

import dev.yardmaster.api.AbortCause;
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
import dev.yardmaster.engine.durable.DefinitionFormat;
import dev.yardmaster.engine.protocol.SharedWords;
import dev.yardmaster.engine.protocol.mixed.Mixed;
import dev.yardmaster.engine.redo.Checkpoints;
import dev.yardmaster.engine.redo.CommitMark;
import dev.yardmaster.engine.redo.Forcing;
import dev.yardmaster.engine.redo.RedoLog;
import dev.yardmaster.engine.service.commit.Acknowledger;
import dev.yardmaster.engine.service.commit.CommitSequencer;
import dev.yardmaster.engine.service.conflicts.ConflictCounter;
import dev.yardmaster.engine.service.keys.KeyTables;
import dev.yardmaster.engine.table.Table;
import dev.yardmaster.history.HistoryRecorder;
import dev.yardmaster.service.BackEnd;
import dev.yardmaster.service.Closing;
import dev.yardmaster.service.DataLimit;
import dev.yardmaster.service.InteractiveSession;
import dev.yardmaster.service.OpenSnapshot;
import dev.yardmaster.service.OpenTransaction;
import dev.yardmaster.service.ServiceOutcomes;
import dev.yardmaster.service.SteppedSessions;
import dev.yardmaster.service.TransactionLimits;
import dev.yardmaster.service.conflicts.Conflicts;
import dev.yardmaster.service.conflicts.sketch.ConflictSummary;
import dev.yardmaster.service.conflicts.sketch.ProcedureNames;
import dev.yardmaster.service.conflicts.sketch.RecentTransactions;
import dev.yardmaster.storage.log.DataDirectory;
import dev.yardmaster.storage.log.LogSize;
import dev.yardmaster.storage.log.backup.Backup;
import dev.yardmaster.storage.log.checkpoint.CheckpointFigures;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.NullUnmarked;

/**
 * Owns the threads of an engine, and the objects that these threads use: the workers that run
 * procedures, the service workers for callers' threads, and the log. A failure of the disk closes
 * the engine. Any thread may call the methods.
 */
@NullUnmarked // Internal: fields and results may be null.
final class EngineBackEnd implements BackEnd<EngineProcedure, QueuedProcedure> {

  private static final long LOOK_NS = 100_000L;

  /**
   * For each worker, the number of recent transactions for which the engine knows the procedure.
   */
  private static final int RECENT_TRANSACTIONS = 256;

  /** With more workers, the records of locking protocols are longer. */
  private static final int MAX_WORKERS_OF_SHORT_RECORDS = 64;

  private final Closing closing;
  private final DataLimit dataLimit;
  private final TransactionLimits limits;
  private final OutcomeHorizon horizon;
  private final LongSupplier clockNs;
  private final DataDirectory directory;
  private final RedoLog log;
  private final Acknowledger acknowledger;
  private final InteractivePermits permits;
  private final ServiceWorkerPool callerWorkers;
  private final boolean canSuspend;
  private final String protocol;

  /** The open snapshots; null if the protocol does not keep the old versions that they need. */
  private final EngineSnapshots snapshots;

  private final PartitionSwitches partitionSwitches;
  private final EngineSession.Context sessionContext;
  private final SteppedSessions sessions;
  private final OutcomeCounts interactiveCounts = new OutcomeCounts();

  private final ProcedureNames procedureNames =
      new ProcedureNames(Conflicts.UNKNOWN, Conflicts.INTERACTIVE);
  private final List<ConflictCounter> conflicts = new ArrayList<>();
  private final int window;
  private final OutcomeExpiry expiry;
  private final List<WorkerLoop> loops = new ArrayList<>();
  private final WaitingCalls waiting;
  private final List<EngineThread> workerThreads = new ArrayList<>();
  private final EngineThread logThread;
  private final TableScan tables;
  private final Checkpoints checkpoints;
  private final EngineThread checkpointThread;

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
    window = config.workers() + config.interactive();
    permits = new InteractivePermits(config.interactive(), clockNs, closing);
    sessions =
        new SteppedSessions(
            config.interactive(),
            limits,
            clockNs,
            work -> new EngineThread(this, EngineService.STEP_THREAD_NAME, work));
    waiting = new WaitingCalls(config, contents.tables(), number -> loops.get(number).wake());
    int callers = callers(config);
    int checkpointers = checkpointers(config);
    int workers = workers(config);
    Database database = contents.database();
    KeyTables keyTables = contents.tables();
    directory = contents.directory();
    long startVersion = contents.startVersion();
    log =
        directory == null
            ? null
            : new RedoLog(
                directory.log(), startVersion, workers + 1, Forcing.groups(), closing::fail);
    define(contents.undefined());
    logThread = log == null ? null : new EngineThread(this, "yardmaster-engine-log", log);
    acknowledger = log == null ? Acknowledger.atOnce() : Acknowledger.onDisk(log);
    CommitSequencer order = new CommitSequencer(log);
    RecentTransactions recent = new RecentTransactions(workers, RECENT_TRANSACTIONS);
    for (int i = 0; i <= config.workers(); i++) {
      conflicts.add(new ConflictCounter(recent, clockNs));
    }
    ConflictCounter ofSessions = conflicts.get(config.workers());
    List<ServiceWorker> serviceWorkers = new ArrayList<>();
    for (int i = 0; i < workers; i++) {
      // The worker that reads the tables for checkpoints has no recorder, because a history does
      // not include these reads.
      HistoryRecorder recorder = i < workers - checkpointers ? parts.recorder() : null;
      serviceWorkers.add(
          new ServiceWorker(
              i,
              database,
              keyTables,
              order,
              clockNs,
              startVersion,
              closing::isTerminated,
              recent,
              i < config.workers() ? conflicts.get(i) : ofSessions,
              recorder));
    }
    horizon.raise(contents.horizonMs());
    callerWorkers =
        new ServiceWorkerPool(serviceWorkers.subList(config.workers(), config.workers() + callers));
    List<CommitMark> marks = serviceWorkers.stream().map(worker -> worker.point().mark()).toList();
    LongSupplier newest = log == null ? order::last : log::newestCommit;
    LongSupplier watermark = () -> CommitMark.watermark(newest, marks);
    int firstOfSnapshots = config.workers() + callers;
    snapshots =
        Protocols.keepsSnapshots(config.protocol())
            ? new EngineSnapshots(
                serviceWorkers.subList(firstOfSnapshots, firstOfSnapshots + snapshots(config)),
                new EngineSnapshots.Context(closing, acknowledger, limits, watermark, clockNs),
                work -> new EngineThread(this, "yardmaster-engine-snapshot", work))
            : null;
    protocol = config.protocol();
    canSuspend = database.protocol().canSuspend();
    partitionSwitches =
        database.protocol() instanceof Mixed mixed
            ? new PartitionSwitches(mixed, parts.epochMs())
            : null;
    sessionContext =
        new EngineSession.Context(
            limits,
            closing,
            permits,
            callerWorkers,
            acknowledger,
            clockNs,
            interactiveCounts,
            ofSessions,
            config.stepTimeoutNs());
    expiry =
        new OutcomeExpiry(serviceWorkers.get(0), keyTables, horizon, config.maxOutcomes(), clockNs);
    tables =
        directory == null
            ? null
            : new TableScan(
                serviceWorkers.get(serviceWorkers.size() - 1),
                contents.typed().byName(),
                keyTables);
    checkpoints = directory == null ? null : checkpoints(watermark, config);
    checkpointThread =
        directory == null
            ? null
            : new EngineThread(this, "yardmaster-engine-checkpoints", checkpoints);
    for (int i = 0; i < config.workers(); i++) {
      WorkerLoop loop =
          new WorkerLoop(
              serviceWorkers.get(i),
              contents.typed(),
              limits,
              waiting.queue(),
              i == 0 ? expiry : null,
              i == 0 ? callerWorkers : null,
              acknowledger,
              clockNs,
              parts.idle(),
              closing);
      loops.add(loop);
      workerThreads.add(new EngineThread(this, "yardmaster-engine-worker-" + i, () -> run(loop)));
    }
  }

  /**
   * Returns the number of workers: the workers for procedures, the workers for callers, the workers
   * for snapshots, and the worker for the checkpoints.
   */
  static int workers(EngineConfig config) {
    return config.workers() + callers(config) + snapshots(config) + checkpointers(config);
  }

  /**
   * Appends the definitions of new tables to the log. So the definitions are in the log before all
   * commits of this start.
   */
  private void define(List<Table> added) {
    if (!added.isEmpty()) {
      var unused = log.writer(new SharedWords(null)).append(DefinitionFormat.record(added), 0);
    }
  }

  private static int snapshots(EngineConfig config) {
    return Protocols.keepsSnapshots(config.protocol()) ? config.maxSnapshots() : 0;
  }

  private static int callers(EngineConfig config) {
    return Protocols.canSuspend(config.protocol())
        ? config.interactive()
        : Math.min(config.interactive(), stepWorkers(config));
  }

  /**
   * Returns the number of service workers for the steps of interactive transactions, if a
   * transaction has a worker only during a step. There are more than cores, because the system may
   * stop a thread in the middle of a step, and other callers would then wait for this thread.
   */
  private static int stepWorkers(EngineConfig config) {
    int others = config.workers() + snapshots(config) + checkpointers(config);
    return Math.max(config.workers(), MAX_WORKERS_OF_SHORT_RECORDS - others);
  }

  private static int checkpointers(EngineConfig config) {
    return config.directory() == null ? 0 : 1;
  }

  private Checkpoints checkpoints(LongSupplier watermark, EngineConfig config) {
    return new Checkpoints(
        directory,
        tables,
        watermark,
        log::newestCommit,
        clockNs,
        horizon,
        config.checkpointBytes(),
        config.maxValueBytes(),
        closing::fail);
  }

  void start() {
    if (logThread != null) {
      logThread.start();
      checkpointThread.start();
    }
    workerThreads.forEach(Thread::start);
  }

  private void run(WorkerLoop loop) {
    try {
      loop.run();
    } catch (Throwable thrown) {
      // After a bug in the worker, its locks are never released, so the engine closes.
      boolean unused = closing.fail(thrown);
      QueuedProcedure stuck = loop.current();
      if (stuck != null && !stuck.isEnded()) {
        stuck.end(ServiceOutcomes.unknown(thrown));
      }
    }
  }

  EngineCounters counters() {
    List<OutcomeCounts> counts = counts();
    Map<AbortCause, Long> aborts = new EnumMap<>(AbortCause.class);
    for (AbortCause cause : AbortCause.values()) {
      aborts.put(cause, sum(counts, some -> some.aborts(cause)));
    }
    LogSize size = logSize();
    return new EngineCounters(
        sum(counts, OutcomeCounts::committed),
        sum(counts, OutcomeCounts::repeatedOutcomes),
        sum(counts, OutcomeCounts::restarts),
        aborts,
        sum(counts, OutcomeCounts::logicFailed),
        size.transactions(),
        size.writtenBytes(),
        size.forces(),
        checkpointFigures().written());
  }

  EngineLoad load() {
    Map<String, Integer> queues = new LinkedHashMap<>();
    queues.put("procedures", waiting.queue().size());
    queues.put("interactive", permits.waiting() + sessions.waiting());
    long running = loops.stream().filter(loop -> loop.current() != null).count();
    return new EngineLoad(
        running + permits.taken(),
        window,
        waiting.refused() + sessions.refused() + sum(counts(), OutcomeCounts::overloaded),
        queues);
  }

  Optional<PartitionFigures> partitions() {
    return Optional.ofNullable(partitionSwitches).map(PartitionSwitches::figures);
  }

  Conflicts conflicts() {
    ConflictSummary summary = new ConflictSummary();
    conflicts.forEach(counter -> summary.add(counter.published()));
    return summary.conflicts(procedureNames);
  }

  private List<OutcomeCounts> counts() {
    List<OutcomeCounts> counts = new ArrayList<>();
    loops.forEach(loop -> counts.add(loop.counts()));
    counts.add(interactiveCounts);
    return counts;
  }

  private static long sum(List<OutcomeCounts> counts, ToLongFunction<OutcomeCounts> which) {
    return counts.stream().mapToLong(which).sum();
  }

  boolean isDurable() {
    return directory != null;
  }

  LogSize logSize() {
    return directory == null ? LogSize.NONE : directory.log().size();
  }

  CheckpointFigures checkpointFigures() {
    return checkpoints == null ? CheckpointFigures.NONE : checkpoints.checkpointer().figures();
  }

  Optional<String> warning() {
    Optional<String> ofCheckpoints =
        checkpoints == null ? Optional.empty() : checkpoints.checkpointer().warning();
    return ofCheckpoints.or(dataLimit::warning);
  }

  DataLimit dataLimit() {
    return dataLimit;
  }

  Backup backup() throws IOException {
    if (directory == null) {
      throw new YardmasterException(
          ErrorCode.BAD_CONFIG, "an engine in memory has nothing to back up");
    }
    return Backup.begin(directory, clockNs, Backup.TIMEOUT_NS);
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
    return canSuspend
        ? new LockingSession(options, kept, sessionContext)
        : new ValidatingSession(options, kept, sessionContext);
  }

  @Override
  public OpenTransaction open(
      TransactionOptions options, KeptOutcome kept, OpenTransaction.Listener listener) {
    return sessions.open(options, kept, session(options, kept), listener);
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
    return waiting.queue().isEmpty()
        && loops.stream().noneMatch(WorkerLoop::isBusy)
        && permits.areFree();
  }

  /** Stops the workers and the callers' transactions, and refuses the calls that still wait. */
  @Override
  public void stop() {
    closing.terminate();
    loops.forEach(WorkerLoop::end);
    workerThreads.forEach(this::join);
    refuseWaiting(closing.error());
    for (WorkerLoop loop : loops) {
      QueuedProcedure stuck = loop.current();
      if (stuck != null) {
        stuck.refuse(closing.error());
      }
    }
    sessions.end(closing.error());
    closing.awaitUntil(
        () ->
            sessions.areEnded()
                && callerWorkers.areIdle()
                && (snapshots == null || snapshots.areEnded()));
  }

  /** Waits until the log has forced all commits to disk, and closes the data directory. */
  @Override
  public void release() {
    if (log == null) {
      return;
    }
    checkpoints.end();
    log.end();
    tables.end();
    join(logThread);
    join(checkpointThread);
    if (worksOnDirectory()) {
      // If a thread still used the directory after its lock was released, it could write to the
      // files of the next owner.
      closing.inBackground(
          () -> {
            while (worksOnDirectory()) {
              LockSupport.parkNanos(LOOK_NS);
            }
            closeDirectory();
          });
    } else {
      closeDirectory();
    }
  }

  private boolean worksOnDirectory() {
    return logThread.isAlive() || checkpointThread.isAlive();
  }

  private void closeDirectory() {
    try {
      directory.close();
    } catch (IOException | RuntimeException | Error e) {
      // The method records the failure, because the caller that closes the service cannot
      // receive it.
      closing.failed(e);
    }
  }

  private void join(Thread thread) {
    closing.awaitUntil(() -> !thread.isAlive());
  }
}
