package dev.yardmaster.benchmarks.virtual.meter;

import dev.yardmaster.processor.PipelineParts;
import dev.yardmaster.reorder.AccessSets;
import dev.yardmaster.storage.InMemoryStore;
import dev.yardmaster.storage.VersionedStore;
import dev.yardmaster.validator.CommittedVersions;

/**
 * The parts of a production pipeline that also count their operations. Secrets are constant, so
 * fingerprints are equal in all runs.
 */
public class MeteredParts extends PipelineParts {

  private final WorkMeter meter;

  /** Creates parts that report their work to a meter. */
  public MeteredParts(WorkMeter meter) {
    super(0x5DEECE66DL, 0x2545F4914F6CDD1DL);
    this.meter = meter;
  }

  @Override
  public final VersionedStore store() {
    return new MeteredStore(new InMemoryStore(), meter);
  }

  @Override
  public final CommittedVersions committedVersions(int entries) {
    return new MeteredVersions(entries, meter);
  }

  @Override
  public final AccessSets accessSets() {
    return new MeteredAccesses(meter);
  }
}
