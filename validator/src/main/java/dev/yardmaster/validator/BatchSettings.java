package dev.yardmaster.validator;

import dev.yardmaster.reorder.Solver;

/**
 * How the validator's batches are made and reordered. Asked for each batch, so that it may change
 * while the validator runs; any thread.
 */
public interface BatchSettings {

  /** Most requests in a batch; 1 to what the validator was built for. */
  int batchSize();

  /** Longest that a batch's oldest request waits for the batch to close, in ns. */
  long maxBatchAgeNs();

  /**
   * Whether batches are reordered, if the validator was built with reorder workers; the others go
   * from the preparer straight to the final validation.
   */
  boolean validatorReordering();

  /** The feedback vertex set algorithm: that of the configuration, or {@link Solver#SORT}. */
  Solver solver();

  /** What a configuration says, for good. */
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
