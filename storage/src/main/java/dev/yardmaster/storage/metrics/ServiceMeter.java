package dev.yardmaster.storage.metrics;

/**
 * The meters that several kinds of services have. The meters have the same names in all kinds of
 * services, so that dashboards and alerts work for every kind.
 */
public enum ServiceMeter {
  COMMITTED("yardmaster.committed", "transactions that committed"),
  REPEATED(
      "yardmaster.repeated", "transactions that were answered with the first outcome of their id"),
  RESTARTS("yardmaster.restarts", "runs that were discarded and begun again"),
  LOGIC_FAILED("yardmaster.logic.failed", "transactions whose logic threw an exception"),
  /** This meter has the tag {@code cause}. */
  ABORTS("yardmaster.aborts", "runs that did not commit"),
  OVERLOADED("yardmaster.overloaded", "submissions refused because a queue was full"),
  WINDOW("yardmaster.window", "maximum number of transactions in the pipeline at the same time"),
  IN_FLIGHT("yardmaster.in.flight", "transactions in flight"),
  QUEUE_DEPTH("yardmaster.queue.depth", "messages that wait before the stage");

  private final String meter;
  private final String description;

  ServiceMeter(String meter, String description) {
    this.meter = meter;
    this.description = description;
  }

  /** Returns the meter's name. */
  public String meter() {
    return meter;
  }

  public String description() {
    return description;
  }
}
