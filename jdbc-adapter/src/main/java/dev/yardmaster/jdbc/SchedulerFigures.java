package dev.yardmaster.jdbc;

/**
 * Counts of a scheduler's transactions since its start, and its present state.
 *
 * @param committed transactions that were committed
 * @param aborted attempts that the database aborted
 * @param exhausted transactions that failed after their last attempt
 * @param ambiguous transactions whose outcome is unknown
 * @param failed transactions that failed for a reason that a retry does not fix
 * @param notStarted transactions that were refused, or waited until their deadline
 * @param queued transactions that wait
 * @param running transactions that run
 * @param batches batches that were ordered
 * @param ordered transactions in these batches
 * @param heldOver how often a transaction was moved to a later batch
 */
public record SchedulerFigures(
    long committed,
    long aborted,
    long exhausted,
    long ambiguous,
    long failed,
    long notStarted,
    int queued,
    int running,
    long batches,
    long ordered,
    long heldOver) {}
