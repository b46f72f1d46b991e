package dev.yardmaster.jdbc;

/**
 * Counts of a scheduler's transactions since the scheduler's start, and the scheduler's present
 * state.
 *
 * @param committed the number of transactions that were committed
 * @param aborted the number of attempts that the database aborted
 * @param exhausted the number of transactions that failed after their last attempt
 * @param ambiguous the number of transactions whose outcome is unknown
 * @param failed the number of transactions that failed for a reason that a retry would not change
 * @param notStarted the number of transactions that were refused, or that waited until their
 *     deadline
 * @param started the number of transactions that started
 * @param waitedNs the time from arrival to start, in ns, summed over all transactions that started
 * @param longestWaitNs the longest time from an arrival to a start, in ns
 * @param queued the number of waiting transactions
 * @param running the number of running transactions
 * @param batches the number of batches that were ordered
 * @param ordered the number of transactions in the ordered batches
 * @param heldOver how often a transaction was moved to a later batch
 * @param joined how often a transaction joined the database transaction of other transactions
 * @param releasedEarly the number of transactions for which a commit without a flush was sent,
 *     including commits that failed
 * @param forces the number of forced flushes for these transactions
 * @param held the number of transactions that have ended, but whose callers learn the outcome only
 *     after a force
 */
public record SchedulerFigures(
    long committed,
    long aborted,
    long exhausted,
    long ambiguous,
    long failed,
    long notStarted,
    long started,
    long waitedNs,
    long longestWaitNs,
    int queued,
    int running,
    long batches,
    long ordered,
    long heldOver,
    long joined,
    long releasedEarly,
    long forces,
    int held) {}
