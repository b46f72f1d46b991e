package dev.yardmaster.processor;

import dev.yardmaster.api.setting.NumberSetting;

/**
 * The ranges and defaults of a pipeline's numeric settings. The settings that the pipeline shares
 * with other services are in {@link dev.yardmaster.service.ServiceNumbers} and {@link
 * dev.yardmaster.storage.log.LogNumbers}.
 */
public final class PipelineNumbers {

  public static final NumberSetting CONCURRENCY =
      NumberSetting.of("concurrency", "transactions", 1, 100_000, 300)
          .describedAs(
              "Maximum number of transactions in flight at the same time, over all"
                  + " processors.");
  public static final NumberSetting BATCH_SIZE =
      NumberSetting.of("batchSize", "transactions", 1, 4_096, 40)
          .describedAs("Maximum number of requests in a batch, at storage and at the validator.");
  public static final NumberSetting MAX_BATCH_AGE =
      NumberSetting.of("maxBatchAgeNs", "ns", 0, 1_000_000_000, 200_000)
          .describedAs(
              "Maximum time that the oldest request of a batch waits until the batch" + " closes.");
  public static final NumberSetting PROCESSORS =
      agents("processors")
          .describedAs("Number of transaction coordinators; 0 depends on the number of cores.");
  public static final NumberSetting STORAGE_WORKERS =
      agents("storageWorkers")
          .describedAs(
              "Number of storage shards, each of which has a worker; 0 depends on the number of"
                  + " cores.");
  public static final NumberSetting PREPARERS =
      agents("preparers")
          .describedAs(
              "Number of agents that collect validation requests into batches; 0 means 1.");
  public static final NumberSetting REORDER_WORKERS =
      agents("reorderWorkers")
          .describedAs("Number of agents that pre-validate and reorder batches; 0 means 1.");
  public static final NumberSetting MULTI_FACTOR =
      NumberSetting.of("multiFactor", "vertices", 1, 4_096, 2)
          .describedAs("Number of vertices that the sort-greedy solver removes in one step.");
  public static final NumberSetting NODE_BUDGET =
      NumberSetting.of("nodeBudget", "nodes", 0, 1_000_000_000, 1_000)
          .describedAs(
              "Maximum number of search-tree nodes that the optimal solver visits for a"
                  + " batch.");
  public static final NumberSetting COMMITTED_VERSIONS =
      NumberSetting.of("committedVersions", "entries", 1 << 10, 1 << 28, 1 << 14)
          .describedAs(
              "Number of entries of the committed-version table, rounded up to a power"
                  + " of two.");
  public static final NumberSetting HOP =
      NumberSetting.of("hopNs", "ns", 0, 1_000_000_000, 0)
          .describedAs("Delay of each message between two stages, which simulates a network.");
  public static final NumberSetting REPAIR_BUDGET =
      NumberSetting.of("repairBudgetNs", "ns", 1_000, 1_000_000_000, 1_000_000)
          .describedAs("Maximum time for all repairs in one batch.");
  public static final NumberSetting HOT_KEY_WAITING =
      NumberSetting.of("hotKeyWaiting", "transactions", 0, 100_000, 256)
          .describedAs(
              "Maximum number of transactions that wait for their turn on one hot key; with 0,"
                  + " no transaction waits.");

  /**
   * The value 0, which is below this range, is also allowed. The value 1 is not allowed, because a
   * reservation after the first attempt would have no later attempt to serve.
   */
  public static final NumberSetting ATTEMPT_BOUND =
      NumberSetting.of("attemptBound", "attempts", 2, 1_000, 8)
          .describedAs(
              "Maximum number of runs of a transaction, guaranteed by reserving its keys; with"
                  + " 0, no keys are reserved.");

  public static final NumberSetting RESERVATION =
      NumberSetting.of("reservationNs", "ns", 1_000, 1_000_000_000, 20_000_000)
          .describedAs("Maximum duration of a reservation.");

  public static final NumberSetting MAX_SNAPSHOTS =
      NumberSetting.of("maxSnapshots", "snapshots", 1, 1 << 16, 64)
          .describedAs(
              "Maximum number of read-only snapshots that are open at the same time; a further"
                  + " snapshot fails with OVERLOADED.");
  public static final NumberSetting MAX_SNAPSHOT_BYTES =
      NumberSetting.of("maxSnapshotBytes", "bytes", 1 << 20, 1L << 44, 64 << 20)
          .describedAs(
              "Maximum memory of replaced values that are kept for open snapshots; at the limit,"
                  + " the oldest snapshot ends with SNAPSHOT_TOO_OLD.");

  private PipelineNumbers() {}

  private static NumberSetting agents(String name) {
    return NumberSetting.of(name, "agents", 0, 256, 0);
  }
}
