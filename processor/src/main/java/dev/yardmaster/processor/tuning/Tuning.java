package dev.yardmaster.processor.tuning;

import dev.yardmaster.reorder.Solver;

/**
 * One combination of values for the settings that the tuner changes.
 *
 * @param batchSize the maximum number of requests in a batch, at storage and at the validator
 * @param maxBatchAgeNs the maximum time that the oldest request of a batch waits until the batch
 *     closes, in ns
 * @param storageReordering whether storage executes writes before reads that are already waiting
 * @param validatorReordering whether the validator reorders its batches
 * @param repair whether the final validation repeats the run of a procedure whose reads are stale
 * @param solver the feedback vertex set algorithm
 */
public record Tuning(
    int batchSize,
    long maxBatchAgeNs,
    boolean storageReordering,
    boolean validatorReordering,
    boolean repair,
    Solver solver) {

  Tuning withBatchSize(int other) {
    return new Tuning(other, maxBatchAgeNs, storageReordering, validatorReordering, repair, solver);
  }

  Tuning withMaxBatchAgeNs(long other) {
    return new Tuning(batchSize, other, storageReordering, validatorReordering, repair, solver);
  }

  Tuning withStorageReordering(boolean other) {
    return new Tuning(batchSize, maxBatchAgeNs, other, validatorReordering, repair, solver);
  }

  Tuning withValidatorReordering(boolean other) {
    return new Tuning(batchSize, maxBatchAgeNs, storageReordering, other, repair, solver);
  }

  Tuning withRepair(boolean other) {
    return new Tuning(
        batchSize, maxBatchAgeNs, storageReordering, validatorReordering, other, solver);
  }

  Tuning withSolver(Solver other) {
    return new Tuning(
        batchSize, maxBatchAgeNs, storageReordering, validatorReordering, repair, other);
  }
}
