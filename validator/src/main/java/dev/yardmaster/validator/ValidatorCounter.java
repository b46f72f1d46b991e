package dev.yardmaster.validator;

/** What the agents of the validator count. */
public enum ValidatorCounter {
  /** Requests that entered the validator. */
  REQUESTS,
  /** Batches closed because they were full. */
  CLOSED_FULL,
  /** Batches closed because the next stage was idle. */
  CLOSED_IDLE,
  /** Batches closed because their oldest request had waited long enough. */
  CLOSED_AGE,
  /** Requests dropped by pre-validation. */
  PRE_VALIDATION_ABORTS,
  /** Requests that the reorderer sacrificed. */
  VICTIMS,
  /** Edges of the conflict graphs. */
  EDGES,
  /** Batches whose victims are known to be the fewest possible. */
  PROVEN,
  /** Pairs of first attempts in one batch that were looked at for an edge from one to the other. */
  PROBES,
  /** Those of them with the edge. */
  EDGES_PROBED,
  /** Batches reordered. */
  REORDERED,
  /** Those of them for which the settings asked for the cheaper algorithm in place of their own. */
  REORDERED_BY_DEGREE,
  /**
   * Requests that failed the final validation because of another of their own batch. Reordering
   * leaves none.
   */
  CONFLICTS_IN_BATCH,
  /** Stale requests that were run again at the final validation, and committed. */
  REPAIRED,
  /** Repairs given up because the run asked for a key whose newest value is not known there. */
  REPAIRS_WITH_UNKNOWN_KEY,
  /** Repairs given up because the logic threw. */
  REPAIRS_THAT_THREW,
  /** Repairs given up because the logic was not done at its deadline. */
  REPAIRS_OVERDUE,
  /** Repairs not tried because the procedure is off the repair path for a while. */
  REPAIRS_SUSPENDED,
  /** Repairs not tried because the batch's budget of time was spent. */
  REPAIRS_OVER_BUDGET,
  /** Time spent in repairs, in ns. */
  REPAIR_NS,
  /** Parts of scans, each within one logical range, that were validated. */
  PREDICATES,
  /** Writes that were looked at for them. */
  WRITES_EXAMINED,
  /** Logical ranges, at the last validation of a scan. */
  RANGES,
  /** Reservations granted. */
  RESERVATIONS,
  /** Reservations that ended because their time was over. */
  RESERVATIONS_EXPIRED,
  /** Requests that waited because they write what is reserved for another, once decided on. */
  PARKED,
  /** Commit versions issued but not yet covered by the watermark, at the last duty cycle. */
  WATERMARK_LAG,
  /** Time spent at work, in ns. */
  BUSY_NS
}
