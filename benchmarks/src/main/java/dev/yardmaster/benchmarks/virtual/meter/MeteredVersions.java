package dev.yardmaster.benchmarks.virtual.meter;

import dev.yardmaster.validator.CommittedVersions;

/** The validator's table of committed versions, extended by counts of its uses. */
public final class MeteredVersions extends CommittedVersions {

  private final WorkMeter meter;

  /** Creates an empty table for the given number of keys. */
  public MeteredVersions(int entries, WorkMeter meter) {
    super(entries);
    this.meter = meter;
  }

  @Override
  public long newest(long fingerprint) {
    meter.did(PipelineOperation.VALIDATED_READ, 1);
    return super.newest(fingerprint);
  }

  @Override
  public long newestConcurrently(long fingerprint) {
    meter.did(PipelineOperation.PRE_VALIDATED_READ, 1);
    return super.newestConcurrently(fingerprint);
  }

  @Override
  public int committed(long fingerprint, long version) {
    meter.did(PipelineOperation.VALIDATED_WRITE, 1);
    return super.committed(fingerprint, version);
  }
}
