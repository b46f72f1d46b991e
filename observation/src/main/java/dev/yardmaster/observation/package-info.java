/**
 * Observations of transactions with Micrometer. One observation gives a timer, a long task timer
 * and, with Micrometer Tracing, a span in the application's trace; {@link
 * dev.yardmaster.observation.ObservedTransactionService} makes the observations of any service and
 * sends the trace with the transactions. The package owns no thread.
 */
@NullMarked
package dev.yardmaster.observation;

import org.jspecify.annotations.NullMarked;
