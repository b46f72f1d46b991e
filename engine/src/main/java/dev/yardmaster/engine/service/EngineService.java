package dev.yardmaster.engine.service;

import dev.yardmaster.api.YardmasterException;
import dev.yardmaster.engine.EngineConfig;
import dev.yardmaster.engine.EngineParts;
import dev.yardmaster.engine.service.calls.EngineProcedure;
import dev.yardmaster.engine.service.calls.QueuedProcedure;
import dev.yardmaster.engine.service.worker.ServiceWorkers;
import dev.yardmaster.service.DataLimit;
import dev.yardmaster.service.ServiceFront;
import dev.yardmaster.service.conflicts.Conflicts;
import dev.yardmaster.storage.log.LogSize;
import dev.yardmaster.storage.log.backup.Backup;
import dev.yardmaster.storage.log.checkpoint.CheckpointFigures;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** An open engine; see {@link Engine}. Any thread may call the methods. */
public final class EngineService extends ServiceFront<EngineProcedure, QueuedProcedure>
    implements MeterBinder {

  /** The name of the threads that run the steps of remote logic. An idle thread ends. */
  public static final String STEP_THREAD_NAME = "yardmaster-engine-step";

  private final EngineBackEnd backEnd;

  private EngineService(EngineBackEnd backEnd) {
    super(backEnd, backEnd.horizon(), backEnd.limits());
    this.backEnd = backEnd;
  }

  static EngineService open(EngineConfig config, EngineParts parts) {
    RecoveredData contents = RecoveredData.open(config, parts, ServiceWorkers.count(config));
    EngineService service;
    try {
      service = new EngineService(new EngineBackEnd(config, parts, contents));
    } catch (Throwable thrown) {
      contents.closeAfter(thrown);
      throw thrown;
    }
    service.backEnd.start();
    return service;
  }

  /**
   * Registers the engine's figures as meters. A meter has the same name as the meter of the
   * pipeline with the same meaning. The registry does not prevent the garbage collection of the
   * engine.
   */
  @Override
  public void bindTo(MeterRegistry registry) {
    EngineMetrics.bind(registry, this, backEnd.isDurable());
  }

  /** Returns the totals of the engine's work since its start. */
  public EngineCounters counters() {
    return backEnd.counters();
  }

  /** Returns the current load of the engine. */
  public EngineLoad load() {
    return backEnd.load();
  }

  /**
   * Returns the approximate memory of all data, including kept outcomes, and the limit for this
   * memory.
   */
  public DataLimit dataLimit() {
    return backEnd.dataLimit();
  }

  /** Returns the keys and procedures that had conflicts recently. */
  public Conflicts conflicts() {
    return backEnd.conflicts();
  }

  /**
   * Returns the protocol of each partition of the keys; empty unless the engine's protocol is
   * {@code cormcc}.
   */
  public Optional<PartitionFigures> partitions() {
    return backEnd.partitions();
  }

  /** Returns the size of the log; {@link LogSize#NONE} for an engine in memory. */
  public LogSize logSize() {
    return backEnd.logSize();
  }

  /** Returns the figures of the checkpoints; zeros for an engine in memory. */
  public CheckpointFigures checkpoints() {
    return backEnd.checkpointFigures();
  }

  /**
   * Returns a warning for the operator if there is a problem with which the engine can still work;
   * empty if there is no such problem.
   */
  @Override
  public Optional<String> warning() {
    return backEnd.warning();
  }

  /**
   * Begins a backup. The backup contains all commits that were acknowledged before this call.
   * Commits continue while the backup is read. The caller must close the backup before it closes
   * the engine.
   *
   * @throws IOException if the data directory cannot be read
   * @throws YardmasterException {@link dev.yardmaster.api.ErrorCode#BAD_CONFIG} if the engine is in
   *     memory
   */
  public Backup backup() throws IOException {
    return backEnd.backup();
  }

  /**
   * Writes a backup to a new directory. An engine can be opened on this directory. The calling
   * thread waits for the disk.
   *
   * @param to the path of the new directory; must not exist, or must be an empty directory
   * @throws IOException if the backup cannot be written
   */
  public void backup(Path to) throws IOException {
    try (Backup backup = backup()) {
      backup.writeTo(to);
    }
  }

  /** Returns the approximate number of kept outcomes of transactions with an id. */
  long outcomes() {
    return backEnd.outcomes();
  }
}
