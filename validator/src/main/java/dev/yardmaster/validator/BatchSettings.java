package dev.yardmaster.validator;

import dev.yardmaster.reorder.Solver;

/**
 * How the validator's batches are made and reordered. Read for each batch, so that the settings may
 * change while the validator runs; any thread.
 */
public interface BatchSettings {

  /** Most requests in a batch; from 1 to the capacity that the validator was built with. */
  int batchSize();

  /** Longest that a batch's oldest request waits for the batch to close, in ns. */
  long maxBatchAgeNs();

  /**
   * Whether batches are reordered, if the validator was built with reorder workers. Other batches
   * go from the preparer straight to the final validation.
   */
  boolean validatorReordering();

  /** The feedback vertex set algorithm: that of the configuration, or {@link Solver#SORT}. */
  Solver solver();

  /** Returns the settings of a configuration, which do not change. */
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
