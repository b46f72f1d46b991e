/**
 * Repeats whole transactions that the database aborted. {@link dev.yardmaster.jdbc.retry.RetryRule}
 * says when and how often to retry; the scheduler uses the rule, too. {@link
 * dev.yardmaster.jdbc.retry.TransactionRetry} is the loop for an application that runs its own
 * transactions. The package owns no threads: transactions and pauses run on the caller's thread.
 */
@NullMarked
package dev.yardmaster.jdbc.retry;

import org.jspecify.annotations.NullMarked;
