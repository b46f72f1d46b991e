package dev.yardmaster.processor.tuning;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.reorder.Solver;
import dev.yardmaster.storage.worker.StorageSettings;
import dev.yardmaster.validator.BatchSettings;

/**
 * The tuning that all agents currently use. An agent sees a change with a short delay, and agents
 * do not all see it at the same time. This is safe, because different agents may use different
 * tunings at the same time.
 */
public final class CurrentTuning implements StorageSettings, BatchSettings {

  @Shared(
      writers = "the tuner",
      readers = "all agents, in each duty cycle or for each batch; any thread, for metrics",
      access =
          "volatile; the referenced tuning never changes. An agent may use an older "
              + "tuning for a short time")
  private volatile Tuning tuning;

  /** Creates an object that initially holds the given tuning. */
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

  /** Returns whether the final validation repeats the runs of procedures whose reads are stale. */
  public boolean repair() {
    return tuning.repair();
  }
}
