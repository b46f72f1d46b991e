package dev.yardmaster.validator;

import dev.yardmaster.reorder.ReorderConfig;

/**
 * How a validator is built.
 *
 * @param batching whether requests are collected into batches
 * @param reordering whether batches are reordered; needs batching
 * @param batchSize most requests in a batch; without batching, most in a duty cycle
 * @param maxBatchAgeNs longest that a batch's oldest request waits for the batch to close, in ns
 * @param preparers number of {@link BatchPreparer}s
 * @param reorderWorkers number of {@link ReorderWorker}s
 * @param conflictReports whether victims learn which transaction they conflict with
 * @param repairBudgetNs longest that the repairs of a batch may take in total, in ns
 * @param reservationNs longest that a reservation lasts, in ns
 * @param reorder the reorderer's settings
 */
public record ValidatorConfig(
    boolean batching,
    boolean reordering,
    int batchSize,
    long maxBatchAgeNs,
    int preparers,
    int reorderWorkers,
    boolean conflictReports,
    long repairBudgetNs,
    long reservationNs,
    ReorderConfig reorder) {}
