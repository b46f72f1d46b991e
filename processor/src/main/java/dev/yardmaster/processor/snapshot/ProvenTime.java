package dev.yardmaster.processor.snapshot;

import dev.yardmaster.validator.Watermark;

/**
 * The proven time: every commit that was acknowledged before this time is at or below the
 * watermark. A snapshot at the watermark therefore contains all commits that were acknowledged
 * before this time. To advance the proven time, the object stores the highest issued version
 * together with the current time. When the watermark has reached this version, the stored time
 * becomes the proven time. A thread that holds the monitor of the {@link Snapshots} calls the
 * methods.
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

  /**
   * Advances the proven time if the watermark {@code mark} has reached the stored version, and then
   * stores the highest issued version for the next advance.
   */
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

  /** Returns the time since the proven time, in ns. */
  long staleness(long nowNs) {
    return nowNs - provenNs;
  }
}
