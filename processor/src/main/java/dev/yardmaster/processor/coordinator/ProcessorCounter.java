package dev.yardmaster.processor.coordinator;

import dev.yardmaster.storage.metrics.ServiceMeter;

/**
 * The counters of a {@link Processor}, with the meters that publish them. {@link ProcessorCounters}
 * also counts the aborts by cause.
 */
public enum ProcessorCounter {
  COMMITTED(ServiceMeter.COMMITTED),
  REPEATED(ServiceMeter.REPEATED),
  RESTARTS(ServiceMeter.RESTARTS),
  LOGIC_FAILED(ServiceMeter.LOGIC_FAILED),
  /** The number of admitted transactions. */
  ADMITTED,
  QUEUED("yardmaster.hot.key.waits", "transactions that waited for their turn on a hot key"),
  /** The counter is updated in each duty cycle. */
  WAITING_FOR_KEYS(
      "yardmaster.hot.key.waiting", "transactions that wait for their turn on a hot key", true),
  /** The counter is updated in each sweep (about every millisecond). */
  HOT_KEY_LINES("yardmaster.hot.key.lines", "hot keys with a queue", true),
  /** The counter is updated in each duty cycle. */
  WINDOW(ServiceMeter.WINDOW, true),
  /** The counter is updated in each duty cycle. */
  IN_FLIGHT(ServiceMeter.IN_FLIGHT, true),
  /** The number of transactions that committed or were aborted by their own logic. */
  COMPLETED,
  /**
   * The number of duty cycles in which transactions had to wait because the window was full, a hot
   * key was in use, a flush had to free memory, or the limit of transactions in flight was reached.
   */
  FULL_CYCLES;

  private final String meter;
  private final String description;
  private final boolean isLevel;

  ProcessorCounter() {
    this(null, null, false);
  }

  ProcessorCounter(ServiceMeter shared) {
    this(shared, false);
  }

  ProcessorCounter(ServiceMeter shared, boolean isLevel) {
    this(shared.meter(), shared.description(), isLevel);
  }

  ProcessorCounter(String meter, String description) {
    this(meter, description, false);
  }

  ProcessorCounter(String meter, String description, boolean isLevel) {
    this.meter = meter;
    this.description = description;
    this.isLevel = isLevel;
  }

  /** Returns the name of the meter that publishes the counter, or null if no meter does. */
  public String meter() {
    return meter;
  }

  public String description() {
    return description;
  }

  /** Returns whether the value is a gauge, which can rise and fall. */
  public boolean isLevel() {
    return isLevel;
  }
}
