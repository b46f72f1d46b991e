package dev.yardmaster.jdbc.schedule;

/**
 * The settings of a {@link Schedule}.
 *
 * @param batchSize the most transactions that are ordered together, 1 to {@link #MAX_BATCH_SIZE}
 * @param maxRunning the most that run at once, 1 or more
 * @param maxQueued the most that wait in all, 1 or more
 * @param maxQueuedPerRow the most that wait for one row, 1 or more
 */
public record ScheduleConfig(int batchSize, int maxRunning, int maxQueued, int maxQueuedPerRow) {

  /** The largest batch. */
  public static final int MAX_BATCH_SIZE = 1024;

  /** How many transactions are ordered together if nobody says otherwise. */
  public static final int DEFAULT_BATCH_SIZE = 50;

  /** How many wait in all if nobody says otherwise. */
  public static final int DEFAULT_MAX_QUEUED = 10_000;

  /** The most transactions that somebody may set as a bound. */
  public static final int MAX_BOUND = 10_000_000;

  /**
   * Checks every value.
   *
   * @throws IllegalArgumentException when one is out of its range
   */
  public ScheduleConfig {
    requireRange("batchSize", batchSize, MAX_BATCH_SIZE);
    requireRange("maxRunning", maxRunning, Integer.MAX_VALUE);
    requireRange("maxQueued", maxQueued, Integer.MAX_VALUE);
    requireRange("maxQueuedPerRow", maxQueuedPerRow, Integer.MAX_VALUE);
  }

  /**
   * Checks a count.
   *
   * @throws IllegalArgumentException when it is not from 1 to the most
   */
  public static void requireRange(String name, int value, int most) {
    if (value < 1 || value > most) {
      throw new IllegalArgumentException(name + "=" + value + " must be from 1 to " + most);
    }
  }
}
