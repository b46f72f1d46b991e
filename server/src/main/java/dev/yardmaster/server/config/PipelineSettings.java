package dev.yardmaster.server.config;

import dev.yardmaster.processor.Durability;
import dev.yardmaster.processor.PipelineConfig;
import dev.yardmaster.server.config.value.DurabilityMode;
import java.nio.file.Path;
import java.util.Optional;

/** Derives the pipeline's configuration from the server's. */
final class PipelineSettings {

  /**
   * The timeout for the close of the pipeline or the engine. The timeout can be short, because the
   * server has drained before: a transaction that is still in flight would hardly end within a
   * longer timeout.
   */
  static final long CLOSE_TIMEOUT_NS = 1_000_000_000L;

  /** The default concurrency in a cluster, where a commit takes some ms. */
  private static final int CLUSTER_CONCURRENCY = 2_400;

  private PipelineSettings() {}

  static PipelineConfig of(ServerConfig config) {
    return PipelineConfig.builder()
        .mode(config.get(PipelineOptions.MODE))
        .tuned(config.get(PipelineOptions.TUNED))
        .repair(config.get(PipelineOptions.REPAIR))
        .window(config.get(PipelineOptions.WINDOW))
        .hotKeyWaiting(config.get(PipelineOptions.HOT_KEY_WAITING))
        .attemptBound(config.get(PipelineOptions.ATTEMPT_BOUND))
        .reservationNs(config.get(PipelineOptions.RESERVATION).toNanos())
        .concurrency(concurrency(config))
        .waitingTransactions(config.get(PipelineOptions.WAITING_TRANSACTIONS))
        .batchSize(config.get(PipelineOptions.BATCH_SIZE))
        .maxBatchAgeNs(config.get(PipelineOptions.MAX_BATCH_AGE).toNanos())
        .threads(config.get(PipelineOptions.THREADS))
        .processors(config.get(PipelineOptions.PROCESSORS))
        .storageWorkers(config.get(PipelineOptions.STORAGE_WORKERS))
        .preparers(config.get(PipelineOptions.PREPARERS))
        .reorderWorkers(config.get(PipelineOptions.REORDER_WORKERS))
        .solver(config.get(PipelineOptions.SOLVER))
        .policy(config.get(PipelineOptions.POLICY))
        .maxRounds(config.get(PipelineOptions.MAX_ROUNDS))
        .conflictReports(config.get(PipelineOptions.CONFLICT_REPORTS))
        .outcomeRetentionMs(config.get(PipelineOptions.OUTCOME_RETENTION).toMillis())
        .maxOutcomes(config.get(PipelineOptions.MAX_OUTCOMES))
        .maxSnapshots(config.get(PipelineOptions.MAX_SNAPSHOTS))
        .maxSnapshotBytes(config.get(PipelineOptions.MAX_SNAPSHOT_BYTES))
        .maxValueBytes(config.get(LimitOptions.MAX_VALUE_BYTES))
        .maxKeysPerTransaction(config.get(LimitOptions.MAX_KEYS_PER_TRANSACTION))
        .maxTransactionBytes(config.get(LimitOptions.MAX_TRANSACTION_BYTES))
        .maxDataBytes(config.get(LimitOptions.MAX_DATA_BYTES))
        .closeTimeoutNs(CLOSE_TIMEOUT_NS)
        .durability(durability(config))
        .storage(config.get(ServerOptions.STORAGE).ofPipeline())
        .build();
  }

  /**
   * Returns the concurrency. In a cluster the default is higher, because each transaction stays in
   * flight for longer.
   */
  private static int concurrency(ServerConfig config) {
    return config.isClustered() && !config.isGiven(PipelineOptions.CONCURRENCY)
        ? CLUSTER_CONCURRENCY
        : config.get(PipelineOptions.CONCURRENCY);
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
        config.get(PipelineOptions.SEGMENT_BYTES), config.get(PipelineOptions.CHECKPOINT_BYTES));
  }
}
