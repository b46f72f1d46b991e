package dev.yardmaster.processor.coordinator;

import dev.yardmaster.service.TransactionLimits;

/**
 * The settings of one {@link Processor}.
 *
 * @param index its number among the coordinators
 * @param limit most transactions in flight
 * @param firstTransaction the first number of its transactions
 * @param waiting most transactions of each priority that wait for admission
 * @param adaptiveWindow whether the number of transactions that run at once adapts
 * @param window how many transactions run at once if it does not
 * @param hotKeyWaiting most transactions that wait for their turn on one hot key; with 0 none waits
 * @param repair whether procedures whose reads went stale may be run again by the validator
 * @param durable whether commits survive the service's end
 * @param conflictReports whether outcomes name the conflict of the last run
 * @param attemptBound how often a transaction is run at most before all keys are reserved for it; 0
 *     reserves nothing
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
