package dev.yardmaster.validator;

/** The counters of the validator's agents, and the meters that show them. */
public enum ValidatorCounter {
  REQUESTS("yardmaster.requests", "requests taken"),
  /** The number of batches that were closed because they were full. */
  CLOSED_FULL(Text.BATCHES_CLOSED, Text.BY_REASON, "reason", "full"),
  /** The number of batches that were closed because the next stage was idle. */
  CLOSED_IDLE(Text.BATCHES_CLOSED, Text.BY_REASON, "reason", "idle"),
  /**
   * The number of batches that were closed because the age of their oldest request had reached the
   * limit.
   */
  CLOSED_AGE(Text.BATCHES_CLOSED, Text.BY_REASON, "reason", "age"),
  /** The number of requests that pre-validation dropped. */
  PRE_VALIDATION_ABORTS,
  VICTIMS("yardmaster.graph.victims", "requests that the reorderer chose as victims"),
  EDGES("yardmaster.graph.edges", "edges of the conflict graphs"),
  PROVEN("yardmaster.graph.proven", "batches whose victims are known to be the best choice"),
  /** The number of pairs of first attempts that were tested for a conflict. */
  PROBES,
  /** The number of tested pairs that had a conflict. */
  EDGES_PROBED,
  REORDERED("yardmaster.graph.batches", "batches reordered"),
  /**
   * The number of batches that were reordered by the cheaper algorithm instead of the configured
   * algorithm, as the settings required.
   */
  REORDERED_BY_DEGREE,
  CONFLICTS_IN_BATCH(
      "yardmaster.batch.conflicts",
      "requests that failed because of another request of their own batch; 0 with reordering"),
  /** The number of stale requests that the final validation has repaired. */
  REPAIRED(Text.REPAIRS, Text.BY_END, "end", "done"),
  /**
   * The number of repairs that were abandoned because the final validation did not know the newest
   * value of a key that the run read.
   */
  REPAIRS_WITH_UNKNOWN_KEY(Text.REPAIRS, Text.BY_END, "end", "unknown_key"),
  /** The number of repairs that were abandoned because the logic threw an exception. */
  REPAIRS_THAT_THREW(Text.REPAIRS, Text.BY_END, "end", "threw"),
  /** The number of repairs that were abandoned because the logic had not ended at its deadline. */
  REPAIRS_OVERDUE(Text.REPAIRS, Text.BY_END, "end", "overdue"),
  /** The number of repairs that were not tried because the procedure was suspended from repair. */
  REPAIRS_SUSPENDED(Text.REPAIRS, Text.BY_END, "end", "suspended"),
  /** The number of repairs that were not tried because the batch's time budget was spent. */
  REPAIRS_OVER_BUDGET(Text.REPAIRS, Text.BY_END, "end", "over_budget"),
  REPAIR_NS("yardmaster.repair.time", "time spent in repairs since the start", Shown.TIME),
  PREDICATES(
      "yardmaster.scan.parts",
      "parts of scans, each within one logical range, that were validated"),
  WRITES_EXAMINED("yardmaster.scan.writes", "writes examined to validate scans"),
  RANGES("yardmaster.ranges", "logical ranges at the last validation of a scan", Shown.LEVEL),
  RESERVATIONS(
      "yardmaster.reservations", "reservations granted to transactions that had restarted often"),
  RESERVATIONS_EXPIRED(
      "yardmaster.reservations.expired", "reservations that ended because their time was over"),
  /**
   * The number of requests that were parked because another transaction had reserved a key that the
   * request writes. A request is counted when it is decided.
   */
  PARKED(
      "yardmaster.reservations.waits",
      "requests that waited because they write keys that are reserved for another transaction"),
  /**
   * The watermark's lag at the end of the last duty cycle in which the final validation decided on
   * requests.
   */
  WATERMARK_LAG(
      "yardmaster.watermark.lag",
      "commit versions issued but not yet known to be installed",
      Shown.LEVEL),
  BUSY_NS("yardmaster.stage.busy", "time spent at work since the start", Shown.TIME);

  /** How a meter shows a counter. */
  public enum Shown {
    /** No meter shows the counter. */
    NEVER,
    /** The meter shows a total, which only grows. */
    TOTAL,
    /** The meter shows a level, which rises and falls. */
    LEVEL,
    /** The meter shows a time, which is converted from ns. */
    TIME
  }

  private final String meter;
  private final String description;
  private final Shown shown;
  private final String tag;
  private final String tagValue;

  ValidatorCounter() {
    this(null, null, Shown.NEVER, null, null);
  }

  ValidatorCounter(String meter, String description) {
    this(meter, description, Shown.TOTAL);
  }

  ValidatorCounter(String meter, String description, Shown shown) {
    this(meter, description, shown, null, null);
  }

  ValidatorCounter(String meter, String description, String tag, String tagValue) {
    this(meter, description, Shown.TOTAL, tag, tagValue);
  }

  ValidatorCounter(String meter, String description, Shown shown, String tag, String tagValue) {
    this.meter = meter;
    this.description = description;
    this.shown = shown;
    this.tag = tag;
    this.tagValue = tagValue;
  }

  /** Returns the name of the meter that shows the counter, or null if no meter shows it. */
  public String meter() {
    return meter;
  }

  public String description() {
    return description;
  }

  public Shown shown() {
    return shown;
  }

  /**
   * Returns the name and the value of this counter's tag. The tag distinguishes the counters of one
   * meter. The array is empty if the meter shows only this counter.
   */
  public String[] tag() {
    return tag == null ? new String[0] : new String[] {tag, tagValue};
  }

  /** Texts that the descriptions of several counters share. */
  private static final class Text {
    static final String BATCHES_CLOSED = "yardmaster.batches.closed";
    static final String BY_REASON = "closed batches, by the reason for closing them";
    static final String REPAIRS = "yardmaster.repairs";
    static final String BY_END = "repairs of stale transactions at the final validation, by result";
  }
}
