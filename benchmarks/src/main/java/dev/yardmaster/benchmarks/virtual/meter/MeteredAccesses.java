package dev.yardmaster.benchmarks.virtual.meter;

import dev.yardmaster.reorder.AccessSets;

/**
 * The access sets that one reorder worker fills with its batches. The sets also count the added
 * transactions.
 */
public final class MeteredAccesses extends AccessSets {

  private final WorkMeter meter;

  /** Creates empty access sets. */
  public MeteredAccesses(WorkMeter meter) {
    this.meter = meter;
  }

  @Override
  public void begin(int restartCount, long weight, boolean canBeRepaired, int urgency) {
    meter.did(PipelineOperation.REORDERED, 1);
    super.begin(restartCount, weight, canBeRepaired, urgency);
  }
}
