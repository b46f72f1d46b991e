package dev.yardmaster.processor.coordinator;

import dev.yardmaster.service.TransactionLimits;

/**
 * The settings of one {@link Processor}.
 *
 * @param index the number of this processor among all processors
 * @param limit the maximum number of transactions in flight
 * @param firstTransaction the number that the processor gives to its first transaction
 * @param waiting the maximum number of transactions of each priority that wait for admission
 * @param adaptiveWindow whether the maximum number of running transactions adapts
 * @param window the maximum number of running transactions, if it does not adapt
 * @param hotKeyWaiting the maximum number of transactions that wait for their turn on one hot key.
 *     With 0, no transaction waits
 * @param repair whether the validator may repeat the run of a procedure whose reads are stale
 * @param durable whether commits survive the end of the service
 * @param conflictReports whether an outcome names the conflict of the last discarded run
 * @param attemptBound the maximum number of runs of a transaction; for the last run, all keys are
 *     reserved. With 0, no keys are reserved
 */
public record ProcessorSettings(
    int index,
    int limit,
    long firstTransaction,
    TransactionLimits limits,
    int waiting,
    boolean adaptiveWindow,
    int window,
    int hotKeyWaiting,
    boolean repair,
    boolean durable,
    boolean conflictReports,
    int attemptBound) {}
