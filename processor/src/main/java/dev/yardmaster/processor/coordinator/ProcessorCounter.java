package dev.yardmaster.processor.coordinator;

/** What a {@link Processor} counts besides aborts by cause, and the meters that show it. */
public enum ProcessorCounter {
  COMMITTED("yardmaster.committed", "transactions that committed"),
  REPEATED(
      "yardmaster.repeated", "transactions that were answered with the first outcome of their id"),
  RESTARTS("yardmaster.restarts", "runs that were discarded and begun again"),
  LOGIC_FAILED("yardmaster.logic.failed", "transactions whose logic threw"),
  /** Transactions admitted. */
  ADMITTED,
  QUEUED("yardmaster.hot.key.waits", "transactions that waited for their turn on a hot key"),
  /** At the last duty cycle. */
  WAITING_FOR_KEYS(
      "yardmaster.hot.key.waiting", "transactions that wait for their turn on a hot key", true),
  /** At the last sweep. */
  HOT_KEY_LINES("yardmaster.hot.key.lines", "hot keys with a line before them", true),
  /** At the last duty cycle. */
  WINDOW("yardmaster.window", "most transactions let into the pipeline at once", true),
  /** At the last duty cycle. */
  IN_FLIGHT("yardmaster.in.flight", "transactions in flight", true),
  /** Transactions that took place, or were decided against by their own logic. */
  COMPLETED,
  /**
   * Duty cycles in which a transaction was kept out or waited for its turn on a key, or there was
   * room for no more.
   */
  FULL_CYCLES;

  private final String meter;
  private final String description;
  private final boolean isLevel;

  ProcessorCounter() {
    this(null, null);
  }

  ProcessorCounter(String meter, String description) {
    this(meter, description, false);
  }

  ProcessorCounter(String meter, String description, boolean isLevel) {
    this.meter = meter;
    this.description = description;
    this.isLevel = isLevel;
  }

  /** The meter's name; null if none shows it. */
  public String meter() {
    return meter;
  }

  public String description() {
    return description;
  }

  /** Whether it goes up and down. */
  public boolean isLevel() {
    return isLevel;
  }
}
