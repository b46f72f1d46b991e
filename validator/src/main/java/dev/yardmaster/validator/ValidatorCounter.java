package dev.yardmaster.validator;

/** The counters of the validator's agents, and the meters that show them. */
public enum ValidatorCounter {
  REQUESTS("yardmaster.requests", "requests taken"),
  /** Batches closed because they were full. */
  CLOSED_FULL(Text.BATCHES_CLOSED, Text.BY_REASON, "reason", "full"),
  /** Batches closed because the next stage was idle. */
  CLOSED_IDLE(Text.BATCHES_CLOSED, Text.BY_REASON, "reason", "idle"),
  /** Batches closed because their oldest request had waited long enough. */
  CLOSED_AGE(Text.BATCHES_CLOSED, Text.BY_REASON, "reason", "age"),
  /** Requests dropped by pre-validation. */
  PRE_VALIDATION_ABORTS,
  VICTIMS("yardmaster.graph.victims", "requests that the reorderer chose as victims"),
  EDGES("yardmaster.graph.edges", "edges of the conflict graphs"),
  PROVEN("yardmaster.graph.proven", "batches whose victims are known to be the best choice"),
  /** Pairs of first attempts in one batch that were tested for an edge between them. */
  PROBES,
  /** Tested pairs with an edge. */
  EDGES_PROBED,
  REORDERED("yardmaster.graph.batches", "batches reordered"),
  /**
   * Reordered batches for which the settings asked for the cheaper algorithm instead of the
   * configured one.
   */
  REORDERED_BY_DEGREE,
  CONFLICTS_IN_BATCH(
      "yardmaster.batch.conflicts",
      "requests that failed because of another of their own batch; 0 with reordering"),
  /** Stale requests that were run again at the final validation, and committed. */
  REPAIRED(Text.REPAIRS, Text.BY_END, "end", "done"),
  /** Repairs abandoned because the run asked for a key whose newest value is not known there. */
  REPAIRS_WITH_UNKNOWN_KEY(Text.REPAIRS, Text.BY_END, "end", "unknown_key"),
  /** Repairs abandoned because the logic threw. */
  REPAIRS_THAT_THREW(Text.REPAIRS, Text.BY_END, "end", "threw"),
  /** Repairs abandoned because the logic was not done at its deadline. */
  REPAIRS_OVERDUE(Text.REPAIRS, Text.BY_END, "end", "overdue"),
  /** Repairs not tried because the procedure is suspended from repair for a while. */
  REPAIRS_SUSPENDED(Text.REPAIRS, Text.BY_END, "end", "suspended"),
  /** Repairs not tried because the batch's budget of time was spent. */
  REPAIRS_OVER_BUDGET(Text.REPAIRS, Text.BY_END, "end", "over_budget"),
  REPAIR_NS("yardmaster.repair.time", "time spent in repairs since the start", Shown.TIME),
  PREDICATES(
      "yardmaster.scan.parts",
      "parts of scans, each within one logical range, that were validated"),
  WRITES_EXAMINED("yardmaster.scan.writes", "writes examined to validate scans"),
  RANGES("yardmaster.ranges", "logical ranges, when a scan was last validated", Shown.LEVEL),
  RESERVATIONS(
      "yardmaster.reservations", "reservations granted to transactions that had restarted often"),
  RESERVATIONS_EXPIRED(
      "yardmaster.reservations.expired", "reservations that ended because their time was over"),
  /**
   * Requests that had waited because they write keys reserved for another; counted when decided.
   */
  PARKED(
      "yardmaster.reservations.waits",
      "requests that waited because they write keys reserved for another"),
  /** The value of the last duty cycle. */
  WATERMARK_LAG(
      "yardmaster.watermark.lag",
      "commit versions issued but not yet known to be installed",
      Shown.LEVEL),
  BUSY_NS("yardmaster.stage.busy", "time spent at work since the start", Shown.TIME);

  /** How a meter shows a counter. */
  public enum Shown {
    /** Not shown. */
    NEVER,
    /** As a total, which only grows. */
    TOTAL,
    /** As a level, which rises and falls. */
    LEVEL,
    /** As a time, converted from ns. */
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

  /** The meter's name; null if no meter shows the counter. */
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
   * Name and value of the tag that distinguishes this counter from others of its meter; empty if
   * there are no others.
   */
  public String[] tag() {
    return tag == null ? new String[0] : new String[] {tag, tagValue};
  }

  /** Texts that several counters share. */
  private static final class Text {
    static final String BATCHES_CLOSED = "yardmaster.batches.closed";
    static final String BY_REASON = "batches, by what closed them";
    static final String REPAIRS = "yardmaster.repairs";
    static final String BY_END =
        "repairs of stale transactions at the final validation, by how they ended";
  }
}
