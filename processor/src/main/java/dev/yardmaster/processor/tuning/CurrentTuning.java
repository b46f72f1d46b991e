package dev.yardmaster.processor.tuning;

import dev.yardmaster.reorder.Solver;
import dev.yardmaster.storage.StorageSettings;
import dev.yardmaster.validator.BatchSettings;

/**
 * The tuning that all agents go by now. One thread writes it, any may read; a reader sees a change
 * a moment later, some agents before others, which no agent minds.
 */
public final class CurrentTuning implements StorageSettings, BatchSettings {

  private volatile Tuning tuning;

  /** A tuning that holds until it is replaced. */
  public CurrentTuning(Tuning first) {
    tuning = first;
  }

  /** All of it. */
  public Tuning get() {
    return tuning;
  }

  void set(Tuning next) {
    tuning = next;
  }

  @Override
  public int batchSize() {
    return tuning.batchSize();
  }

  @Override
  public long maxBatchAgeNs() {
    return tuning.maxBatchAgeNs();
  }

  @Override
  public boolean storageReordering() {
    return tuning.storageReordering();
  }

  @Override
  public boolean validatorReordering() {
    return tuning.validatorReordering();
  }

  @Override
  public Solver solver() {
    return tuning.solver();
  }

  /** Whether procedures whose reads went stale are run again at the final validation. */
  public boolean repair() {
    return tuning.repair();
  }
}
