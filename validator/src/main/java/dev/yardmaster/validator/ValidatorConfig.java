package dev.yardmaster.validator;

import dev.yardmaster.reorder.ReorderConfig;

/**
 * The configuration of a validator.
 *
 * @param batching whether requests are collected into batches
 * @param reordering whether batches are reordered; requires batching
 * @param batchSize the maximum number of requests in a batch; without batching, the maximum number
 *     of requests in a duty cycle
 * @param maxBatchAgeNs the maximum time that a batch's oldest request waits until the batch closes,
 *     in ns
 * @param preparers the number of {@link BatchPreparer}s
 * @param reorderWorkers the number of {@link ReorderWorker}s
 * @param conflictReports whether the answer to a victim names the conflicting transaction
 * @param repairBudgetNs the maximum total time of the repairs in a batch, in ns
 * @param logsReads whether all commits without writes go through the log. If false, such a commit
 *     goes through the log only after a repair, because a repaired transaction may have read values
 *     that are not on disk yet
 * @param reorder the settings of the reorderer
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
    boolean logsReads,
    ReorderConfig reorder) {}
