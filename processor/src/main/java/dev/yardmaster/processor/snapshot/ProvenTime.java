package dev.yardmaster.processor.snapshot;

import dev.yardmaster.validator.Watermark;

/**
 * A time, as late as possible, before which all acknowledged commits are at or below the watermark.
 * A snapshot at the watermark is not staler than this time. To advance the time, the object stores
 * the highest issued version together with the current time, and waits until the watermark has
 * reached this version. The owner of the monitor of the {@link Snapshots} calls the methods.
 */
final class ProvenTime {

  private final Watermark watermark;
  private long notedVersion;
  private long notedNs;
  private long provenNs;

  ProvenTime(Watermark watermark, long nowNs) {
    this.watermark = watermark;
    notedNs = nowNs;
    provenNs = nowNs;
  }

  /** Advances the time, and stores the highest issued version for the next advance. */
  void advance(long nowNs, long mark) {
    if (mark >= notedVersion) {
      provenNs = notedNs;
      notedVersion = watermark.lastIssued();
      notedNs = nowNs;
    }
    if (mark >= notedVersion) {
      provenNs = notedNs;
    }
  }

  /** Returns how long before the present time the proven time is, in ns. */
  long staleness(long nowNs) {
    return nowNs - provenNs;
  }
}
