package dev.yardmaster.processor.snapshot;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.validator.Watermark;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Tells the shards when to keep old values, which are those that were replaced. They keep them
 * while snapshots are in use, and for at least one second afterwards.
 *
 * <p>The first snapshot tells all shards to keep old values, and waits until all shards do so.
 * Commits that were issued before that moment may have replaced values that were not kept. So the
 * version of a snapshot is at least the highest version that was issued before that moment. The
 * owner of the monitor of the {@link Snapshots} calls the methods, except those of the shards.
 */
final class OldValues {

  private static final long NOT_KEPT = Long.MAX_VALUE;

  /** If no snapshot was open for this time, in ns, the shards stop keeping old values. */
  private static final long UNUSED_NS = 1_000_000_000;

  private final Watermark watermark;

  /**
   * How many times the shards were told to start or to stop keeping old values. While the number is
   * odd, the shards keep old values.
   */
  @Shared(
      writers = "the owner of the monitor of the Snapshots",
      readers = "storage workers",
      access = "volatile")
  private volatile int told;

  /** For each shard, the last value of {@code told} that the shard has obeyed. */
  @Shared(
      writers = "each storage worker its own element",
      readers = "the owner of the monitor of the Snapshots",
      access = "release by the writer, acquire by the reader")
  private final AtomicIntegerArray followed;

  /**
   * The lowest version that a snapshot can have, because all shards have kept old values since this
   * version; NOT_KEPT if they do not keep them.
   */
  @Shared(
      writers = "threads that open or close a snapshot, storage workers",
      readers = "the same",
      access = "guarded by the monitor of the Snapshots, like the field after it")
  private long keptFrom = NOT_KEPT;

  private long usedNs;

  OldValues(Watermark watermark, int shards) {
    this.watermark = watermark;
    followed = new AtomicIntegerArray(shards);
  }

  /** Tells the shards to keep old values, if they do not yet. */
  void use(long nowNs) {
    if (!isOn(told)) {
      toggle();
    }
    usedNs = nowNs;
  }

  private static boolean isOn(int count) {
    return (count & 1) == 1;
  }

  private void toggle() {
    int next = told + 1;
    told = next;
  }

  /** Notes whether all shards now keep old values. */
  void note() {
    if (keptFrom != NOT_KEPT) {
      return;
    }
    for (int i = 0; i < followed.length(); i++) {
      if (followed.getAcquire(i) != told) {
        return;
      }
    }
    keptFrom = watermark.lastIssued();
  }

  /** Returns whether the shards have all values at a version. */
  boolean areKeptAt(long version) {
    return version >= keptFrom;
  }

  /** Returns the lowest version that a snapshot can have; 0 if it is not known yet. */
  long keptFrom() {
    return keptFrom == NOT_KEPT ? 0 : keptFrom;
  }

  /** Notes the last time at which a snapshot was open. */
  void usedUntil(long nowNs) {
    usedNs = nowNs;
  }

  /** Tells the shards to keep no more old values, if no snapshot was open for long enough. */
  void endIfUnused(long nowNs) {
    if (isOn(told) && nowNs - usedNs >= UNUSED_NS) {
      toggle();
      keptFrom = NOT_KEPT;
    }
  }

  /** What one shard was told; its worker calls the methods. */
  final class OfShard {
    private final int shard;
    private int follows;

    OfShard(int shard) {
      this.shard = shard;
    }

    /** Returns whether the shard must keep old values from now on. */
    boolean areKept() {
      follows = told;
      return isOn(follows);
    }

    /** Notes that the shard does what {@link #areKept} returned last. */
    void followed() {
      if (followed.getPlain(shard) != follows) {
        followed.setRelease(shard, follows);
      }
    }
  }
}
