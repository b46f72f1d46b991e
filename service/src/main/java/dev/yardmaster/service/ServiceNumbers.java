package dev.yardmaster.service;

import dev.yardmaster.api.setting.NumberSetting;

/**
 * The numeric settings that all services share. Only this class defines their names, ranges and
 * defaults.
 */
public final class ServiceNumbers {

  public static final NumberSetting WAITING_TRANSACTIONS =
      NumberSetting.of("waitingTransactions", "transactions", 1, 1_048_576, 4_096)
          .describedAs(
              "Maximum number of transactions that wait for admission at each processor, rounded"
                  + " up to a power of two; a further transaction fails with OVERLOADED.");
  public static final NumberSetting MAX_VALUE_BYTES =
      NumberSetting.of("maxValueBytes", "bytes", 8, 1 << 30, 1 << 20)
          .describedAs("Maximum length of a value; a longer value fails with VALUE_TOO_LARGE.");
  public static final NumberSetting MAX_KEYS_PER_TRANSACTION =
      NumberSetting.of("maxKeysPerTransaction", "keys", 1, 4_096, 1_024)
          .describedAs(
              "Maximum number of keys that one transaction reads, and of keys that it writes; a"
                  + " further key fails with TOO_MANY_KEYS.");
  public static final NumberSetting MAX_ROUNDS =
      NumberSetting.of("maxRounds", "rounds", 1, 1_024, 16)
          .describedAs(
              "Maximum number of rounds in which a procedure declares keys; a further round"
                  + " fails with TOO_MANY_ROUNDS.");
  public static final NumberSetting MAX_TRANSACTION_BYTES =
      NumberSetting.of("maxTransactionBytes", "bytes", 1 << 10, 1 << 28, 16 << 20)
          .describedAs(
              "Maximum total length of the values that one transaction writes; a longer total"
                  + " fails with TRANSACTION_TOO_LARGE.");
  public static final NumberSetting MAX_DATA_BYTES =
      NumberSetting.of("maxDataBytes", "bytes", 0, 1L << 44, 0)
          .describedAs(
              "Maximum memory of all data; at the limit, a transaction that writes values fails"
                  + " with MEMORY_FULL. 0 means 60 percent of the heap.");
  public static final NumberSetting CLOSE_TIMEOUT =
      NumberSetting.of("closeTimeoutNs", "ns", 0, 3_600_000_000_000L, 5_000_000_000L)
          .describedAs("Maximum time that closing waits for transactions in flight.");
  public static final NumberSetting OUTCOME_RETENTION =
      NumberSetting.of("outcomeRetentionMs", "ms", 1_000, 604_800_000, 600_000)
          .describedAs(
              "Time for which the outcome of a transaction is kept after the creation of its id;"
                  + " an older id fails with EXPIRED_ID.");
  public static final NumberSetting MAX_OUTCOMES =
      NumberSetting.of("maxOutcomes", "outcomes", 1_000, 1 << 28, 1 << 20)
          .describedAs(
              "Maximum number of outcomes that are kept; the oldest outcomes are"
                  + " dropped first.");

  private ServiceNumbers() {}
}
