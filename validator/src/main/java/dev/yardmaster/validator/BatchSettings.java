package dev.yardmaster.validator;

import dev.yardmaster.reorder.Solver;

/**
 * The settings that determine how the validator fills and reorders batches. The agents read the
 * settings for each batch, so the settings may change while the validator runs. Any thread may call
 * the methods.
 */
public interface BatchSettings {

  /**
   * Returns the maximum number of requests in a batch, from 1 to the capacity with which the
   * validator was created.
   */
  int batchSize();

  /** Returns the maximum time that a batch's oldest request waits until the batch closes, in ns. */
  long maxBatchAgeNs();

  /**
   * Returns whether batches are reordered. This setting has no effect if the validator was created
   * without reorder workers. Batches that are not reordered go from the preparer directly to the
   * final validation.
   */
  boolean validatorReordering();

  /**
   * Returns the feedback vertex set algorithm to use: the configured algorithm or {@link
   * Solver#SORT}.
   */
  Solver solver();

  /** Returns settings that never change, with the values of a configuration. */
  static BatchSettings fixed(ValidatorConfig config) {
    return new BatchSettings() {
      @Override
      public int batchSize() {
        return config.batchSize();
      }

      @Override
      public long maxBatchAgeNs() {
        return config.maxBatchAgeNs();
      }

      @Override
      public boolean validatorReordering() {
        return config.reordering();
      }

      @Override
      public Solver solver() {
        return config.reorder().solver();
      }
    };
  }
}
