package dev.yardmaster.server.config;

import dev.yardmaster.processor.Durability;
import dev.yardmaster.processor.PipelineConfig;
import java.nio.file.Path;
import java.util.Optional;

/** Derives the pipeline's configuration from the server's. */
final class PipelineSettings {

  /**
   * The server has drained before the pipeline or the engine closes. A transaction that is still in
   * flight after the drain would not end within a longer timeout, either.
   */
  static final long CLOSE_TIMEOUT_NS = 1_000_000_000L;

  /** The default concurrency in a cluster; a commit takes some ms there. */
  private static final int CLUSTER_CONCURRENCY = 2_400;

  private PipelineSettings() {}

  static PipelineConfig of(ServerConfig config) {
    return PipelineConfig.builder()
        .mode(config.get(ServerOptions.PIPELINE_MODE))
        .tuned(config.get(ServerOptions.PIPELINE_TUNED))
        .repair(config.get(ServerOptions.PIPELINE_REPAIR))
        .window(config.get(ServerOptions.PIPELINE_WINDOW))
        .hotKeyWaiting(config.get(ServerOptions.PIPELINE_HOT_KEY_WAITING))
        .attemptBound(config.get(ServerOptions.PIPELINE_ATTEMPT_BOUND))
        .reservationNs(config.get(ServerOptions.PIPELINE_RESERVATION).toNanos())
        .concurrency(concurrency(config))
        .waitingTransactions(config.get(ServerOptions.PIPELINE_WAITING_TRANSACTIONS))
        .batchSize(config.get(ServerOptions.PIPELINE_BATCH_SIZE))
        .maxBatchAgeNs(config.get(ServerOptions.PIPELINE_MAX_BATCH_AGE).toNanos())
        .threads(config.get(ServerOptions.PIPELINE_THREADS))
        .processors(config.get(ServerOptions.PIPELINE_PROCESSORS))
        .storageWorkers(config.get(ServerOptions.PIPELINE_STORAGE_WORKERS))
        .preparers(config.get(ServerOptions.PIPELINE_PREPARERS))
        .reorderWorkers(config.get(ServerOptions.PIPELINE_REORDER_WORKERS))
        .solver(config.get(ServerOptions.PIPELINE_SOLVER))
        .policy(config.get(ServerOptions.PIPELINE_POLICY))
        .maxRounds(config.get(ServerOptions.PIPELINE_MAX_ROUNDS))
        .conflictReports(config.get(ServerOptions.PIPELINE_CONFLICT_REPORTS))
        .outcomeRetentionMs(config.get(ServerOptions.PIPELINE_OUTCOME_RETENTION).toMillis())
        .maxOutcomes(config.get(ServerOptions.PIPELINE_MAX_OUTCOMES))
        .maxSnapshots(config.get(ServerOptions.PIPELINE_MAX_SNAPSHOTS))
        .maxSnapshotBytes(config.get(ServerOptions.PIPELINE_MAX_SNAPSHOT_BYTES))
        .maxValueBytes(config.get(ServerOptions.MAX_VALUE_BYTES))
        .maxKeysPerTransaction(config.get(ServerOptions.MAX_KEYS_PER_TRANSACTION))
        .maxTransactionBytes(config.get(ServerOptions.MAX_TRANSACTION_BYTES))
        .maxDataBytes(config.get(ServerOptions.MAX_DATA_BYTES))
        .closeTimeoutNs(CLOSE_TIMEOUT_NS)
        .durability(durability(config))
        .storage(config.get(ServerOptions.STORAGE).ofPipeline())
        .build();
  }

  /** In a cluster, a transaction stays in flight for longer, so more of them are. */
  private static int concurrency(ServerConfig config) {
    return config.isClustered() && !config.isGiven(ServerOptions.PIPELINE_CONCURRENCY)
        ? CLUSTER_CONCURRENCY
        : config.get(ServerOptions.PIPELINE_CONCURRENCY);
  }

  private static Durability durability(ServerConfig config) {
    // The log of a cluster makes the pipeline's commits durable.
    Optional<Path> data = config.isClustered() ? Optional.empty() : config.get(ServerOptions.DATA);
    Durability durability = data.map(Durability::in).orElseGet(Durability::inMemory);
    if (durability.isDurable() && config.get(ServerOptions.DURABILITY) == DurabilityMode.ASYNC) {
      durability =
          durability.async(Math.toIntExact(config.get(ServerOptions.ASYNC_LOSS).toMillis()));
    }
    Optional<Path> archive = config.get(ServerOptions.ARCHIVE);
    if (durability.isDurable() && archive.isPresent()) {
      durability = durability.archivedTo(archive.get());
    }
    return durability.withLengths(
        config.get(ServerOptions.PIPELINE_SEGMENT_BYTES),
        config.get(ServerOptions.PIPELINE_CHECKPOINT_BYTES));
  }
}
