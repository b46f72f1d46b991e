package dev.yardmaster.jdbc;

/**
 * What became of a scheduler's transactions so far, and how many are in it.
 *
 * @param committed transactions that were committed
 * @param aborted attempts that the database aborted
 * @param exhausted transactions given up after their last attempt
 * @param ambiguous transactions of which it is not known whether they were committed
 * @param failed transactions that failed by something that running again does not help
 * @param notStarted transactions that were refused, or waited until their deadline
 * @param queued transactions that wait now
 * @param running transactions that run now
 * @param batches batches that were ordered
 * @param ordered transactions in these batches
 * @param heldOver how often a transaction was held over to a later batch
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
