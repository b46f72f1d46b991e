package dev.yardmaster.service;

import dev.yardmaster.api.setting.NumberSetting;

/**
 * The numeric settings that all services have. Only this class states their names, ranges and
 * defaults.
 */
public final class ServiceNumbers {

  public static final NumberSetting WAITING_TRANSACTIONS =
      NumberSetting.of("waitingTransactions", "transactions", 1, 1_048_576, 4_096)
          .describedAs(
              "Most transactions that wait for admission at each processor, rounded up to a power of"
                  + " two; one more is OVERLOADED.");
  public static final NumberSetting MAX_VALUE_BYTES =
      NumberSetting.of("maxValueBytes", "bytes", 8, 1 << 30, 1 << 20)
          .describedAs("Longest value; a longer one is VALUE_TOO_LARGE.");
  public static final NumberSetting MAX_KEYS_PER_TRANSACTION =
      NumberSetting.of("maxKeysPerTransaction", "keys", 1, 4_096, 1_024)
          .describedAs(
              "Most keys that one transaction reads, and most that it writes; one more is"
                  + " TOO_MANY_KEYS.");
  public static final NumberSetting MAX_ROUNDS =
      NumberSetting.of("maxRounds", "rounds", 1, 1_024, 16)
          .describedAs(
              "Most rounds in which a procedure declares keys; one more is TOO_MANY_ROUNDS.");
  public static final NumberSetting MAX_TRANSACTION_BYTES =
      NumberSetting.of("maxTransactionBytes", "bytes", 1 << 10, 1 << 28, 16 << 20)
          .describedAs(
              "Most bytes of the values that one transaction writes, in total; more is"
                  + " TRANSACTION_TOO_LARGE.");
  public static final NumberSetting MAX_DATA_BYTES =
      NumberSetting.of("maxDataBytes", "bytes", 0, 1L << 44, 0)
          .describedAs(
              "Maximum memory of all data; a transaction that writes values beyond it is"
                  + " MEMORY_FULL. 0 is 60 percent of the heap.");
  public static final NumberSetting CLOSE_TIMEOUT =
      NumberSetting.of("closeTimeoutNs", "ns", 0, 3_600_000_000_000L, 5_000_000_000L)
          .describedAs("Longest that closing waits for transactions in flight.");
  public static final NumberSetting OUTCOME_RETENTION =
      NumberSetting.of("outcomeRetentionMs", "ms", 1_000, 604_800_000, 600_000)
          .describedAs(
              "How long the outcome of a transaction is kept after its id was made; older ids are"
                  + " EXPIRED_ID.");
  public static final NumberSetting MAX_OUTCOMES =
      NumberSetting.of("maxOutcomes", "outcomes", 1_000, 1 << 28, 1 << 20)
          .describedAs("Most outcomes that are kept; the oldest are dropped first.");

  private ServiceNumbers() {}
}
