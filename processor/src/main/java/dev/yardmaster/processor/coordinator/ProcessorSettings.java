package dev.yardmaster.processor.coordinator;

import dev.yardmaster.service.TransactionLimits;

/**
 * What one {@link Processor} goes by.
 *
 * @param index its number among the coordinators
 * @param limit most transactions in flight
 * @param firstTransaction where the numbers of its transactions begin
 * @param waiting most transactions of each priority that wait for admission
 * @param adaptiveWindow whether it finds out by itself how many run at once
 * @param window how many run at once if it does not
 * @param hotKeyWaiting most transactions that wait for their turn on one hot key; 0 lets none wait
 * @param repair whether procedures whose reads went stale may be run again by the validator
 * @param durable whether what commits outlives the service
 * @param conflictReports whether outcomes say what the last run met
 * @param attemptBound how often a transaction is run at most before everything is reserved for it;
 *     0 reserves nothing
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
