package dev.yardmaster.server.config;

import dev.yardmaster.engine.EngineConfig;
import dev.yardmaster.engine.Protocols;
import dev.yardmaster.server.config.value.TableText;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Derives the engine's configuration from the server's. */
final class EngineSettings {

  /** The value of the option {@code engine} with which the pipeline runs the transactions. */
  static final String PIPELINE = "pipeline";

  private static final String PIPELINE_SECTION = "pipeline.";

  private EngineSettings() {}

  /**
   * Returns the values of the option {@code engine}. A server promises strict serializability, so
   * the values are the pipeline and the strictly serializable protocols.
   */
  static List<String> choices() {
    List<String> choices = new ArrayList<>(List.of(PIPELINE));
    choices.addAll(Protocols.strictNames());
    return choices;
  }

  /** Returns whether an engine runs the transactions. */
  static boolean isEngine(ServerConfig config) {
    return !config.get(ServerOptions.ENGINE).equals(PIPELINE);
  }

  /**
   * Returns whether an option has an effect on the back end that runs the transactions.
   *
   * @param engine the value of the option {@code engine}
   */
  static boolean applies(ConfigOption<?> option, String engine) {
    if (isOnlyForPartitions(option)) {
      return !engine.equals(PIPELINE) && Protocols.usesPartitions(engine);
    }
    return engine.equals(PIPELINE) ? !isOnlyForEngine(option) : !isOnlyForPipeline(option);
  }

  private static boolean isOnlyForPartitions(ConfigOption<?> option) {
    return option == ServerOptions.PARTITIONS || option == ServerOptions.PARTITION_BY;
  }

  private static boolean isOnlyForEngine(ConfigOption<?> option) {
    return Set.<ConfigOption<?>>of(
            ServerOptions.WORKERS,
            ServerOptions.TABLES,
            LimitOptions.MAX_OPEN_INTERACTIVE,
            LimitOptions.INTERACTIVE_STEP_TIMEOUT)
        .contains(option);
  }

  private static boolean isOnlyForPipeline(ConfigOption<?> option) {
    return option.name().startsWith(PIPELINE_SECTION)
        ? !Set.<ConfigOption<?>>of(
                PipelineOptions.WAITING_TRANSACTIONS,
                PipelineOptions.MAX_ROUNDS,
                PipelineOptions.OUTCOME_RETENTION,
                PipelineOptions.MAX_OUTCOMES,
                PipelineOptions.SEGMENT_BYTES,
                PipelineOptions.CHECKPOINT_BYTES)
            .contains(option)
        : Set.<ConfigOption<?>>of(
                ServerOptions.ARCHIVE, ServerOptions.ASYNC_LOSS, ServerOptions.STORAGE)
            .contains(option);
  }

  static EngineConfig of(ServerConfig config) {
    EngineConfig.Builder engine =
        EngineConfig.builder()
            .protocol(config.get(ServerOptions.ENGINE))
            .partitions(config.get(ServerOptions.PARTITIONS))
            .partitionBy(config.get(ServerOptions.PARTITION_BY))
            .tables(config.get(ServerOptions.TABLES).stream().map(TableText::definition).toList())
            .interactive(config.get(LimitOptions.MAX_OPEN_INTERACTIVE))
            .stepTimeoutNs(config.get(LimitOptions.INTERACTIVE_STEP_TIMEOUT).toNanos())
            .waitingTransactions(config.get(PipelineOptions.WAITING_TRANSACTIONS))
            .maxRounds(config.get(PipelineOptions.MAX_ROUNDS))
            .maxValueBytes(config.get(LimitOptions.MAX_VALUE_BYTES))
            .maxKeysPerTransaction(config.get(LimitOptions.MAX_KEYS_PER_TRANSACTION))
            .maxTransactionBytes(config.get(LimitOptions.MAX_TRANSACTION_BYTES))
            .maxDataBytes(config.get(LimitOptions.MAX_DATA_BYTES))
            .outcomeRetentionMs(config.get(PipelineOptions.OUTCOME_RETENTION).toMillis())
            .maxOutcomes(config.get(PipelineOptions.MAX_OUTCOMES))
            .closeTimeoutNs(PipelineSettings.CLOSE_TIMEOUT_NS)
            .directory(config.get(ServerOptions.DATA).orElse(null))
            .segmentBytes(config.get(PipelineOptions.SEGMENT_BYTES))
            .checkpointBytes(config.get(PipelineOptions.CHECKPOINT_BYTES));
    int workers = config.get(ServerOptions.WORKERS);
    return (workers == 0 ? engine : engine.workers(workers)).build();
  }
}
