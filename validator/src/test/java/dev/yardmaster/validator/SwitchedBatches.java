package dev.yardmaster.validator;

import dev.yardmaster.reorder.ReorderConfig;
import dev.yardmaster.reorder.Solver;

/**
 * Settings that a test changes while the tested agent runs. Reordering is switched on initially.
 */
final class SwitchedBatches implements BatchSettings {

  int batchSize;
  boolean reordering = true;
  Solver solver = ReorderConfig.DEFAULT.solver();
  private final long maxBatchAgeNs;

  SwitchedBatches(int batchSize, long maxBatchAgeNs) {
    this.batchSize = batchSize;
    this.maxBatchAgeNs = maxBatchAgeNs;
  }

  @Override
  public int batchSize() {
    return batchSize;
  }

  @Override
  public long maxBatchAgeNs() {
    return maxBatchAgeNs;
  }

  @Override
  public boolean validatorReordering() {
    return reordering;
  }

  @Override
  public Solver solver() {
    return solver;
  }
}
