package dev.yardmaster.processor.tuning;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.reorder.Solver;
import dev.yardmaster.storage.StorageSettings;
import dev.yardmaster.validator.BatchSettings;

/**
 * The tuning that all agents use at the moment. A reader sees a change a moment later, and some
 * agents before others; no two agents need the same tuning.
 */
public final class CurrentTuning implements StorageSettings, BatchSettings {

  @Shared(
      writers = "the tuner",
      readers = "all agents, in each duty cycle or for each batch; any thread, for metrics",
      access =
          "volatile; the tuning it refers to never changes. Agents may use an older one for a "
              + "moment")
  private volatile Tuning tuning;

  /** Creates a current tuning that holds until it is replaced. */
  public CurrentTuning(Tuning first) {
    tuning = first;
  }

  /** Returns the whole tuning. */
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
