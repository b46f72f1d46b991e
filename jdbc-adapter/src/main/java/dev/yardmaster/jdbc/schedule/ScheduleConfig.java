package dev.yardmaster.jdbc.schedule;

/**
 * The settings of a {@link Schedule}.
 *
 * @param batchSize the maximum number of transactions in a batch, 1 to {@link #MAX_BATCH_SIZE}
 * @param maxRunning the maximum number of running transactions, at least 1
 * @param maxQueued the maximum number of waiting transactions, at least 1
 * @param maxQueuedPerRow the maximum number of transactions that wait for one row, at least 1
 */
public record ScheduleConfig(int batchSize, int maxRunning, int maxQueued, int maxQueuedPerRow) {

  /** The maximum batch size. */
  public static final int MAX_BATCH_SIZE = 1024;

  /** The default batch size. */
  public static final int DEFAULT_BATCH_SIZE = 50;

  /** The default maximum number of waiting transactions. */
  public static final int DEFAULT_MAX_QUEUED = 10_000;

  /** The upper limit of the settings that bound numbers of transactions. */
  public static final int MAX_BOUND = 10_000_000;

  /**
   * Checks every value.
   *
   * @throws IllegalArgumentException if a value is out of its range
   */
  public ScheduleConfig {
    requireRange("batchSize", batchSize, MAX_BATCH_SIZE);
    requireRange("maxRunning", maxRunning, Integer.MAX_VALUE);
    requireRange("maxQueued", maxQueued, Integer.MAX_VALUE);
    requireRange("maxQueuedPerRow", maxQueuedPerRow, Integer.MAX_VALUE);
  }

  /**
   * Checks a number.
   *
   * @throws IllegalArgumentException if the number is not from 1 to {@code most}
   */
  public static void requireRange(String name, int value, int most) {
    if (value < 1 || value > most) {
      throw new IllegalArgumentException(name + "=" + value + " must be from 1 to " + most);
    }
  }
}
