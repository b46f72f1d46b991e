package dev.yardmaster.engine.service.worker;

import dev.yardmaster.engine.Database;
import dev.yardmaster.engine.EngineConfig;
import dev.yardmaster.engine.EngineParts;
import dev.yardmaster.engine.Protocols;
import dev.yardmaster.engine.redo.CommitMark;
import dev.yardmaster.engine.service.commit.CommitSequencer;
import dev.yardmaster.engine.service.conflicts.ConflictCounter;
import dev.yardmaster.engine.service.keys.KeyTables;
import dev.yardmaster.history.HistoryRecorder;
import dev.yardmaster.service.conflicts.sketch.ConflictSummary;
import dev.yardmaster.service.conflicts.sketch.RecentTransactions;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.NullUnmarked;

/**
 * All workers of a service, in the order of their numbers: the workers for procedures, the workers
 * that callers borrow, the workers for snapshots, and the worker that reads the tables for
 * checkpoints. The configuration determines how many there are of each kind.
 */
@NullUnmarked // Internal: fields and results may be null.
public final class ServiceWorkers {

  /**
   * For each worker, the number of recent transactions for which the engine knows the procedure.
   */
  private static final int RECENT_TRANSACTIONS = 256;

  /**
   * The number of workers up to which the records of locking protocols have their shortest form.
   * With more workers, these records are longer.
   */
  private static final int MAX_WORKERS_OF_SHORT_RECORDS = 64;

  private final List<ServiceWorker> all = new ArrayList<>();
  private final int firstOfCallers;
  private final int firstOfSnapshots;
  private final int firstOfCheckpoints;
  private final ServiceWorkerPool ofCallers;

  /** One counter for each worker for procedures, and the last counter for all other workers. */
  private final List<ConflictCounter> conflicts = new ArrayList<>();

  /**
   * Creates the workers on the numbers from 0.
   *
   * @param firstTransaction the first transaction number of each worker
   * @param ending returns whether waits must end immediately
   */
  public ServiceWorkers(
      EngineConfig config,
      EngineParts parts,
      Database database,
      KeyTables tables,
      CommitSequencer order,
      long firstTransaction,
      BooleanSupplier ending) {
    firstOfCallers = config.workers();
    firstOfSnapshots = firstOfCallers + callers(config);
    firstOfCheckpoints = firstOfSnapshots + snapshots(config);
    int count = count(config);
    RecentTransactions recent = new RecentTransactions(count, RECENT_TRANSACTIONS);
    for (int i = 0; i <= firstOfCallers; i++) {
      conflicts.add(new ConflictCounter(recent, parts.clockNs()));
    }
    for (int i = 0; i < count; i++) {
      // The worker that reads the tables for checkpoints has no recorder, because a history does
      // not include these reads.
      HistoryRecorder recorder = i < firstOfCheckpoints ? parts.recorder() : null;
      all.add(
          new ServiceWorker(
              i,
              database,
              tables,
              order,
              parts.clockNs(),
              firstTransaction,
              ending,
              recent,
              conflicts.get(Math.min(i, firstOfCallers)),
              recorder));
    }
    ofCallers = new ServiceWorkerPool(all.subList(firstOfCallers, firstOfSnapshots));
  }

  /** Returns the number of workers of a service with this configuration. */
  public static int count(EngineConfig config) {
    return config.workers() + callers(config) + snapshots(config) + checkpointers(config);
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
   * Returns the number of service workers for the steps of interactive transactions. Used if a
   * transaction has a worker only during a step. The number is higher than the number of cores,
   * because the operating system may suspend a thread in the middle of a step. With fewer workers,
   * other callers would then have to wait for this thread.
   */
  private static int stepWorkers(EngineConfig config) {
    int others = config.workers() + snapshots(config) + checkpointers(config);
    return Math.max(config.workers(), MAX_WORKERS_OF_SHORT_RECORDS - others);
  }

  private static int checkpointers(EngineConfig config) {
    return config.directory() == null ? 0 : 1;
  }

  /** Returns the workers for procedures. */
  public List<ServiceWorker> ofProcedures() {
    return all.subList(0, firstOfCallers);
  }

  /** Returns the pool of workers for the steps of interactive transactions. */
  public ServiceWorkerPool ofCallers() {
    return ofCallers;
  }

  /** Returns the workers for snapshots. */
  public List<ServiceWorker> ofSnapshots() {
    return all.subList(firstOfSnapshots, firstOfCheckpoints);
  }

  /** Returns the worker that reads the tables for checkpoints; a service in memory has none. */
  public ServiceWorker ofCheckpoints() {
    return all.get(firstOfCheckpoints);
  }

  /** Returns the counter of the conflicts of interactive transactions. */
  public ConflictCounter conflictsOfSessions() {
    return conflicts.get(firstOfCallers);
  }

  /** Returns the recent conflicts of all workers. Any thread may call this method. */
  public ConflictSummary conflicts() {
    ConflictSummary summary = new ConflictSummary();
    conflicts.forEach(counter -> summary.add(counter.published()));
    return summary;
  }

  /**
   * Returns a function that returns a version up to which all commits are visible. Any thread may
   * call the function.
   *
   * @param newest supplies a version that was already drawn; no visible commit has a higher version
   */
  public LongSupplier watermark(LongSupplier newest) {
    List<CommitMark> marks = all.stream().map(worker -> worker.point().mark()).toList();
    return () -> CommitMark.watermark(newest, marks);
  }
}
