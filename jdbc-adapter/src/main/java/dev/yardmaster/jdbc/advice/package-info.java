/**
 * Measures whether scheduling helps a database's transactions, in short intervals with and without
 * scheduling. {@link dev.yardmaster.jdbc.advice.Advisor} switches the {@link
 * dev.yardmaster.jdbc.advice.AdvisedSystem}, and {@code PairedTrials} judges the intervals.
 * Decision 61 describes the method.
 *
 * <p>The package owns no threads. The threads of the application run the advisor: a thread that
 * ends a transaction calls {@link dev.yardmaster.jdbc.advice.Advisor#look}.
 */
package dev.yardmaster.jdbc.advice;
