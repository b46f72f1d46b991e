package dev.yardmaster.processor.conflicts;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.AbortCause;
import dev.yardmaster.api.Key;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Counts the recent conflicts of one processor's transactions, by key and by pair of procedures.
 * The processor's thread counts and sweeps; any thread may read the counts that are {@link
 * #published}.
 *
 * <p>Only conflicts update the sketch, so a commit without a conflict has no cost here.
 */
public final class ConflictSketch {

  static final int KEYS = 128;
  static final int PAIRS = 64;
  static final long HALF_LIFE_NS = 10_000_000_000L;

  private static final long PUBLISH_INTERVAL_NS = 100_000_000;

  /**
   * The time without a conflict after which no counts are published, because they are too small.
   */
  private static final long FADED_NS = 40 * HALF_LIFE_NS;

  private static final int REPAIRED = AbortCause.values().length;
  private static final int KINDS = REPAIRED + 1;

  /** The counts that other threads see. An instance does not change after publication. */
  public record Published(List<WatchedKey> keys, List<WatchedPair> pairs) {

    static final Published NOTHING = new Published(List.of(), List.of());
  }

  /** A key's counts at the time of publishing. */
  public static final class WatchedKey {
    public final Key key;
    public final double unseen;
    private final double[] kinds;

    WatchedKey(Key key, double[] kinds, double unseen) {
      this.key = key;
      this.kinds = kinds;
      this.unseen = unseen;
    }

    /** Returns the decayed count of conflicts with this abort cause. */
    public double count(AbortCause cause) {
      return kinds[cause.ordinal()];
    }

    /** Returns the decayed count of conflicts whose runs were repaired. */
    public double repaired() {
      return kinds[REPAIRED];
    }

    /** Returns the sum of two processors' counts. */
    public WatchedKey plus(WatchedKey other) {
      double[] sum = kinds.clone();
      for (int kind = 0; kind < KINDS; kind++) {
        sum[kind] += other.kinds[kind];
      }
      return new WatchedKey(key, sum, unseen + other.unseen);
    }
  }

  /**
   * A pair's count at the time of publishing. {@link ProcedureNames} assigns the numbers of the
   * procedures.
   */
  public record WatchedPair(int procedure, int other, double count, double unseen) {}

  private final SpaceSaving byKey = new SpaceSaving(KEYS);
  private final Key[] keys = new Key[KEYS];
  private final double[] kinds = new double[KEYS * KINDS];
  private final SpaceSaving byPair = new SpaceSaving(PAIRS);
  private final ForwardDecay decay;
  private long nextPublishNs;
  private long lastConflictNs;
  private boolean conflicted;

  @Shared(
      writers = "that processor, in its sweep, every 0.1 s while the sketch has counts",
      readers = "any thread, through Pipeline.conflicts()",
      access =
          "volatile reference to lists that never change after publication; all other fields of"
              + " the "
              + "sketch belong to the processor")
  private volatile Published published = Published.NOTHING;

  public ConflictSketch(long nowNs) {
    decay = new ForwardDecay(HALF_LIFE_NS, nowNs);
    nextPublishNs = nowNs + PUBLISH_INTERVAL_NS;
    lastConflictNs = nowNs;
  }

  /** Counts a conflict on a key. */
  public void onKey(AbortCause cause, long fingerprint, Key key) {
    onKey(cause.ordinal(), fingerprint, key);
  }

  /** Counts the repair of a run that had read a key. */
  public void repaired(long fingerprint, Key key) {
    onKey(REPAIRED, fingerprint, key);
  }

  private void onKey(int kind, long fingerprint, Key key) {
    conflicted = true;
    int place = byKey.find(fingerprint);
    if (place < 0) {
      place = byKey.take(fingerprint);
      keys[place] = key;
      Arrays.fill(kinds, place * KINDS, (place + 1) * KINDS, 0);
    }
    byKey.add(place, decay.weight());
    kinds[place * KINDS + kind] += decay.weight();
  }

  /** Counts a conflict between two procedures. {@link ProcedureNames} assigns their numbers. */
  public void between(int procedure, int other) {
    conflicted = true;
    long pair = ((long) procedure << Integer.SIZE) | other;
    int place = byPair.find(pair);
    byPair.add(place < 0 ? byPair.take(pair) : place, decay.weight());
  }

  /**
   * Decays the counts and publishes them. The processor calls this method about every millisecond.
   */
  public void sweep(long nowNs) {
    if (nowNs - nextPublishNs < 0) {
      return;
    }
    nextPublishNs = nowNs + PUBLISH_INTERVAL_NS;
    if (conflicted) {
      lastConflictNs = nowNs;
      conflicted = false;
    } else if (byPair.size() == 0 && byKey.size() == 0) {
      decay.restart(nowNs);
      return;
    } else if (nowNs - lastConflictNs >= FADED_NS) {
      forget();
    }
    decay.goTo(nowNs);
    if (decay.isHeavy()) {
      scale(1 / decay.weight());
      decay.restart(nowNs);
    }
    published = new Published(watchedKeys(), watchedPairs());
  }

  private void forget() {
    byKey.clear();
    byPair.clear();
    Arrays.fill(keys, null);
  }

  private void scale(double factor) {
    byKey.scale(factor);
    byPair.scale(factor);
    for (int i = 0; i < kinds.length; i++) {
      kinds[i] *= factor;
    }
  }

  private List<WatchedKey> watchedKeys() {
    List<WatchedKey> watched = new ArrayList<>(byKey.size());
    for (int place = 0; place < byKey.size(); place++) {
      double[] now = Arrays.copyOfRange(kinds, place * KINDS, (place + 1) * KINDS);
      for (int kind = 0; kind < KINDS; kind++) {
        now[kind] /= decay.weight();
      }
      watched.add(new WatchedKey(keys[place], now, byKey.inherited(place) / decay.weight()));
    }
    return watched;
  }

  private List<WatchedPair> watchedPairs() {
    List<WatchedPair> watched = new ArrayList<>(byPair.size());
    for (int place = 0; place < byPair.size(); place++) {
      long pair = byPair.id(place);
      double unseen = byPair.inherited(place);
      watched.add(
          new WatchedPair(
              (int) (pair >>> Integer.SIZE),
              (int) pair,
              (byPair.weight(place) - unseen) / decay.weight(),
              unseen / decay.weight()));
    }
    return watched;
  }

  /** Returns the counts that were published last. Any thread may call this method. */
  public Published published() {
    return published;
  }
}
