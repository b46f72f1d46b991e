package dev.yardmaster.replication.pipeline;

import dev.yardmaster.api.Procedure;
import dev.yardmaster.api.SnapshotOptions;
import dev.yardmaster.processor.Pipeline;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.processor.PipelineParts;
import dev.yardmaster.processor.Storage;
import dev.yardmaster.replication.LogStatus;
import dev.yardmaster.replication.Member;
import dev.yardmaster.replication.MemberRole;
import dev.yardmaster.replication.MemberSettings;
import dev.yardmaster.replication.ReplicatedLog;
import dev.yardmaster.service.OpenSnapshot;
import dev.yardmaster.storage.log.GroupReplication;
import dev.yardmaster.storage.log.format.ReplicatedGroup;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A machine of a cluster: its replica of the data and, while the machine is the leader, a pipeline.
 * Any thread may call the methods.
 */
public final class ReplicatedPipeline implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(ReplicatedPipeline.class);

  /** With data on disk, the time after which a failed snapshot is repeated. */
  private static final long SNAPSHOT_RETRY_NS = TimeUnit.SECONDS.toNanos(1);

  /**
   * The pause between two rounds of offers of the leadership; in a round, each other machine gets
   * one offer.
   */
  private static final long RETRY_NS = 100_000_000;

  /**
   * The time for which a leader without a pipeline offers the leadership. It is practically
   * unlimited, because the other machines may be down for long.
   */
  private static final long OFFER_NS = TimeUnit.DAYS.toNanos(365);

  private final StoreReplica replica;
  private final StoreOwnership ownership;
  private final ReplicatedLog log;

  private ReplicatedPipeline(StoreReplica replica, StoreOwnership ownership, ReplicatedLog log) {
    this.replica = replica;
    this.ownership = ownership;
    this.log = log;
  }

  /**
   * Starts a machine. The method returns before a leader is elected.
   *
   * <p>The machine takes a snapshot when its log has grown by a certain length since the last
   * snapshot. The machine chooses this length at random for each snapshot, between half of {@link
   * dev.yardmaster.processor.Durability#checkpointBytes} and the whole.
   *
   * <p>With data on disk, the machine takes a snapshot earlier if the changes since the last
   * snapshot may need an eighth of {@link PipelineConfig#memoryBytes}.
   *
   * @param config the settings of the pipeline, without durability
   * @param procedures the procedures that each pipeline knows
   * @throws IOException if the log's folder cannot be used, or its port is in use
   * @throws IllegalArgumentException if the settings of the pipeline are durable, or the maximum
   *     length of a log entry is too small for the largest possible group of transactions
   */
  public static ReplicatedPipeline start(
      PipelineConfig config,
      ReplicatedLog.Engine engine,
      MemberSettings settings,
      List<Procedure<?, ?>> procedures)
      throws IOException {
    return start(config, engine, settings, procedures, TermListener.NONE);
  }

  /**
   * Starts a machine. The listener learns when the machine becomes the leader and when it stops
   * leading.
   */
  public static ReplicatedPipeline start(
      PipelineConfig config,
      ReplicatedLog.Engine engine,
      MemberSettings settings,
      List<Procedure<?, ?>> procedures,
      TermListener listener)
      throws IOException {
    SecureRandom random = new SecureRandom();
    long secret0 = random.nextLong();
    long secret1 = random.nextLong();
    return start(
        config,
        engine,
        settings,
        log -> new TermParts(secret0, secret1, log),
        new ThreadPipelines(procedures, listener));
  }

  /**
   * Starts a machine.
   *
   * @param partsOf see the constructor of {@link StoreReplica}
   */
  static ReplicatedPipeline start(
      PipelineConfig config,
      ReplicatedLog.Engine engine,
      MemberSettings settings,
      Function<GroupReplication, PipelineParts> partsOf,
      StoreReplica.Pipelines pipelines)
      throws IOException {
    check(config, settings);
    StoreOwnership ownership = new StoreOwnership();
    StoreReplica replica =
        new StoreReplica(
            config.onCores(Runtime.getRuntime().availableProcessors()),
            settings.folder(),
            partsOf,
            pipelines,
            ownership);
    AutomaticSnapshots counted =
        new AutomaticSnapshots(
            ownership.owned(replica),
            config.durability().checkpointBytes(),
            config.storage() == Storage.DISK
                ? partsOf.apply(null).flushBytes(config.memoryBytes())
                : Long.MAX_VALUE,
            new SecureRandom(),
            start -> newThread(start, "yardmaster-snapshot").start(),
            config.storage() == Storage.DISK
                ? CompletableFuture.delayedExecutor(SNAPSHOT_RETRY_NS, TimeUnit.NANOSECONDS)
                : never -> {});
    ReplicatedLog log;
    try {
      log = engine.start(settings, counted);
    } catch (IOException | RuntimeException e) {
      close(replica, ownership); // The log may have loaded a snapshot before it failed.
      throw e;
    }
    replica.joins(log);
    counted.joins(log);
    return new ReplicatedPipeline(replica, ownership, log);
  }

  private static void close(StoreReplica replica, StoreOwnership ownership) {
    ownership.own(replica::close);
    ownership.close();
  }

  private static Thread newThread(Runnable run, String name) {
    Thread thread = new Thread(run, name);
    thread.setDaemon(true);
    return thread;
  }

  private static void check(PipelineConfig config, MemberSettings settings) {
    if (config.durability().isDurable()) {
      throw new IllegalArgumentException(
          "a replicated pipeline has no data directory of its own: " + config.durability());
    }
    long needed =
        ReplicatedGroup.maxBytes(config.maxTransactionBytes(), config.maxKeysPerTransaction());
    if (needed > settings.maxEntryBytes()) {
      throw new IllegalArgumentException(
          "a group of transactions can have "
              + needed
              + " bytes, but an entry of the log at most "
              + settings.maxEntryBytes());
    }
  }

  /**
   * Returns the open pipeline, if this machine is the leader. The pipeline closes when the machine
   * stops leading. The outcomes of the transactions in flight are then unknown; another machine can
   * report the outcome of a transaction with an id.
   */
  public Optional<Pipeline> pipeline() {
    return replica.pipeline();
  }

  /**
   * Opens a snapshot on this machine, which must be a follower; see {@link StoreReplica#snapshot}.
   * On the leader, use the snapshots of the {@link #pipeline}.
   */
  public CompletionStage<OpenSnapshot> snapshot(SnapshotOptions options) {
    return replica.snapshot(options);
  }

  /** Returns the number of open snapshots, without the snapshots of a pipeline. */
  public int openSnapshots() {
    return replica.reads().openCount();
  }

  /**
   * Returns the number of confirmations that this machine has requested from a leader since the
   * start.
   */
  public long confirmations() {
    return replica.reads().confirmations();
  }

  /** See {@link StoreReplica#incompleteThrough}. */
  public long incompleteThrough() {
    return replica.incompleteThrough();
  }

  StoreReplica replica() {
    return replica;
  }

  /** Returns the status of the cluster as this machine knows it. */
  public LogStatus status() {
    return log.status();
  }

  /** Returns the log, for changes of its members, transfers of the leadership, and snapshots. */
  public ReplicatedLog log() {
    return log;
  }

  /**
   * If this machine is the leader, transfers the leadership to another machine. Returns when this
   * machine is no longer the leader, or after the given time.
   */
  public void stepDown(Duration atMost) {
    LogStatus status = log.status();
    if (status.role() == MemberRole.LEADER) {
      offerUntilTaken(log, status.term(), System.nanoTime() + atMost.toNanos());
    }
  }

  /**
   * Offers the leadership to the other machines in turn, once to each machine, until this machine
   * is no longer the leader.
   */
  private static void offer(ReplicatedLog log, long term, long untilNs) {
    for (Member member : log.status().members()) {
      long leftNs = untilNs - System.nanoTime();
      if (leftNs <= 0 || !leads(log, term)) {
        return;
      }
      if (log.status().leader().equals(Optional.of(member.name()))) {
        continue;
      }
      try {
        log.transferLeadership(member.name()).get(leftNs, TimeUnit.NANOSECONDS);
        return;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      } catch (ExecutionException | TimeoutException | RuntimeException e) {
        LOG.warn("{} does not take over: {}", member.name(), e.toString());
      }
    }
  }

  private static void offerUntilTaken(ReplicatedLog log, long term, long untilNs) {
    while (leads(log, term)
        && untilNs - System.nanoTime() > 0
        && !Thread.currentThread().isInterrupted()) {
      offer(log, term, untilNs);
      LockSupport.parkNanos(RETRY_NS);
    }
  }

  private static boolean leads(ReplicatedLog log, long term) {
    LogStatus status = log.status();
    return status.role() == MemberRole.LEADER && status.term() == term;
  }

  /** Stops this machine and closes its pipeline. A second call has no effect. */
  @Override
  public void close() {
    log.close();
    close(replica, ownership);
  }

  /** Opens pipelines that have their own threads. */
  record ThreadPipelines(List<Procedure<?, ?>> procedures, TermListener listener)
      implements StoreReplica.Pipelines {

    @Override
    public Pipeline open(PipelineConfig config, PipelineParts parts) {
      Pipeline pipeline = Pipeline.start(config, parts);
      try {
        procedures.forEach(pipeline::register);
        listener.opened(pipeline, parts.replication().start().term());
      } catch (RuntimeException | Error e) {
        pipeline.close();
        throw e;
      }
      return pipeline;
    }

    @Override
    public void close(Pipeline pipeline) {
      listener.closing(pipeline);
      pipeline.close();
    }

    @Override
    public void stepDown(ReplicatedLog log, long term) {
      LOG.error("the pipeline of term {} has ended; another machine has to lead", term);
      long untilNs = System.nanoTime() + OFFER_NS;
      newThread(() -> offerUntilTaken(log, term, untilNs), "yardmaster-step-down").start();
    }
  }

  /** The parts of the pipeline of one term. */
  static class TermParts extends PipelineParts {
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
