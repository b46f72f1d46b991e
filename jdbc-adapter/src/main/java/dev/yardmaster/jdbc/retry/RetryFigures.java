package dev.yardmaster.jdbc.retry;

/**
 * The figures of a {@link TransactionRetry} since its creation.
 *
 * @param committed the number of transactions that succeeded
 * @param aborted the number of attempts that the database aborted on conflict
 * @param exhausted the number of transactions that were aborted in their last attempt
 * @param ambiguous the number of transactions whose outcome is unknown
 * @param failed the number of transactions that failed for a reason that a retry would not change
 */
public record RetryFigures(
    long committed, long aborted, long exhausted, long ambiguous, long failed) {}
