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
  /** Batches reordered. */
  REORDERED,
  /**
   * Requests that failed the final validation because of another of their own batch. Reordering
   * leaves none.
   */
  CONFLICTS_IN_BATCH,
  /** Commit versions issued but not yet covered by the watermark, at the last duty cycle. */
  WATERMARK_LAG,
  /** Time spent at work, in ns. */
  BUSY_NS
}
