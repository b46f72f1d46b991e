package dev.yardmaster.replication.pipeline;

import dev.yardmaster.api.Procedure;
import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.processor.PipelineParts;
import dev.yardmaster.replication.LogSettings;
import dev.yardmaster.replication.LogStatus;
import dev.yardmaster.replication.ReplicatedLog;
import dev.yardmaster.storage.log.GroupReplication;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;

/**
 * A machine of a cluster: its replica of the data and, while it leads, a pipeline. Any thread may
 * call the methods.
 */
public final class ReplicatedPipeline implements AutoCloseable {

  private final StoreReplica replica;
  private final ReplicatedLog log;

  private ReplicatedPipeline(StoreReplica replica, ReplicatedLog log) {
    this.replica = replica;
    this.log = log;
  }

  /**
   * Starts a machine. The method returns before there is a leader.
   *
   * @param config the settings of the pipeline, in memory
   * @param procedures the procedures that each pipeline knows
   * @throws IOException if the log's folder cannot be used, or its port is in use
   */
  public static ReplicatedPipeline start(
      PipelineConfig config,
      ReplicatedLog.Engine engine,
      LogSettings settings,
      List<Procedure<?, ?>> procedures)
      throws IOException {
    SecureRandom random = new SecureRandom();
    long secret0 = random.nextLong();
    long secret1 = random.nextLong();
    StoreReplica replica =
        new StoreReplica(
            config.onCores(Runtime.getRuntime().availableProcessors()),
            log -> new TermParts(secret0, secret1, log),
            (settled, parts) -> {
              Pipeline pipeline = Pipeline.start(settled, parts);
              procedures.forEach(pipeline::register);
              return pipeline;
            });
    ReplicatedLog log = engine.start(settings, replica);
    replica.joins(log);
    return new ReplicatedPipeline(replica, log);
  }

  /**
   * Returns the open pipeline, if this machine leads. The pipeline closes when the machine stops
   * leading; then the outcomes of the transactions in flight are unknown, and another machine
   * answers for those that have an id.
   */
  public Optional<Pipeline> pipeline() {
    return replica.pipeline();
  }

  StoreReplica replica() {
    return replica;
  }

  /** What this machine knows about the cluster. */
  public LogStatus status() {
    return log.status();
  }

  /** The log, for changes of its members, transfers of the leadership, and snapshots. */
  public ReplicatedLog log() {
    return log;
  }

  /** Stops this machine and closes its pipeline. Calling it again does nothing. */
  @Override
  public void close() {
    log.close();
    replica.close();
  }

  /** The parts of the pipeline of one term. */
  private static final class TermParts extends PipelineParts {
    private final GroupReplication replication;

    TermParts(long secret0, long secret1, GroupReplication replication) {
      super(secret0, secret1);
      this.replication = replication;
    }

    @Override
    public GroupReplication replication() {
      return replication;
    }
  }
}
