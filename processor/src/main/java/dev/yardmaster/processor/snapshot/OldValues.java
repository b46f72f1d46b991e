package dev.yardmaster.processor.snapshot;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.validator.Watermark;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Tells the shards when to keep old values. An old value is a value that a later write has
 * replaced. The shards keep old values while a snapshot is open, and for at least one second
 * afterwards.
 *
 * <p>When the first snapshot is requested, this class requests all shards to keep old values, and
 * the snapshot waits until all shards keep them. Before that moment, commits may have replaced
 * values that were not kept. So the version of a snapshot is at least the highest version that was
 * issued before that moment. A thread that holds the monitor of the {@link Snapshots} calls the
 * methods, except the methods of {@link OfShard}.
 */
final class OldValues {

  private static final long NOT_KEPT = Long.MAX_VALUE;

  /** If no snapshot was open for this time, in ns, the shards stop keeping old values. */
  private static final long UNUSED_NS = 1_000_000_000;

  private final Watermark watermark;

  /**
   * The number of times that the shards were told to start or to stop keeping old values. An odd
   * number tells the shards to keep old values.
   */
  @Shared(
      writers = "the owner of the monitor of the Snapshots",
      readers = "storage workers",
      access = "volatile")
  private volatile int told;

  /** For each shard, the last value of {@code told} that the shard has acted on. */
  @Shared(
      writers = "each storage worker its own element",
      readers = "the owner of the monitor of the Snapshots",
      access = "release by the writer, acquire by the reader")
  private final AtomicIntegerArray followed;

  /**
   * The lowest version that a snapshot can have, because all shards have kept old values since this
   * version; NOT_KEPT if not all shards keep old values.
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

  /** Tells the shards to keep old values, unless they were already told. */
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

  /** If all shards now keep old values, stores the lowest version that a snapshot can have. */
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

  /** Returns the lowest version that a snapshot can have; 0 if this version is not known yet. */
  long keptFrom() {
    return keptFrom == NOT_KEPT ? 0 : keptFrom;
  }

  /** Stores the last time at which a snapshot was open. */
  void usedUntil(long nowNs) {
    usedNs = nowNs;
  }

  /**
   * If no snapshot was open for {@link #UNUSED_NS}, tells the shards to stop keeping old values.
   */
  void endIfUnused(long nowNs) {
    if (isOn(told) && nowNs - usedNs >= UNUSED_NS) {
      toggle();
      keptFrom = NOT_KEPT;
    }
  }

  /** The view of one shard. The shard's worker calls the methods. */
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

    /** Records that the shard now acts as the last call of {@link #areKept} required. */
    void followed() {
      if (followed.getPlain(shard) != follows) {
        followed.setRelease(shard, follows);
      }
    }
  }
}
