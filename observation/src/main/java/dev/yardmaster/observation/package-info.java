/**
 * Observations of transactions with Micrometer. Each observation yields a timer, a long task timer
 * and, with Micrometer Tracing, a span in the application's trace. {@link
 * dev.yardmaster.observation.ObservedTransactionService} creates the observations for any service,
 * and sends the position in the trace with each transaction. The package owns no thread.
 */
@NullMarked
package dev.yardmaster.observation;

import org.jspecify.annotations.NullMarked;
