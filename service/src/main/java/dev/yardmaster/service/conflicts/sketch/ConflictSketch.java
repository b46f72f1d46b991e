package dev.yardmaster.service.conflicts.sketch;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.AbortCause;
import dev.yardmaster.api.Key;
import dev.yardmaster.service.conflicts.Conflicts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Counts recent conflicts by key and by pair of procedures, for a part of a service's transactions.
 * One thread at a time counts and sweeps; any thread may call {@link #published}.
 *
 * <p>Only conflicts update the sketch, so a commit without a conflict costs nothing.
 */
public final class ConflictSketch {

  static final long HALF_LIFE_NS = 10_000_000_000L;

  private static final long PUBLISH_INTERVAL_NS = 100_000_000;

  /**
   * If there was no conflict for this time, the sketch drops all counts, because they have decayed
   * to almost 0.
   */
  private static final long FADED_NS = 40 * HALF_LIFE_NS;

  private static final int REPAIRED = AbortCause.values().length;
  private static final int WAITED = REPAIRED + 1;
  private static final int KINDS = WAITED + 1;

  /** The counts that other threads see. The object is immutable. */
  public record Published(List<WatchedKey> keys, List<WatchedPair> pairs) {

    static final Published NOTHING = new Published(List.of(), List.of());
  }

  /** The counts of one key when they were published. */
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

    /** Returns the decayed count of waits for other transactions. */
    public double waited() {
      return kinds[WAITED];
    }

    /** Returns the sum of the counts of two sketches. */
    public WatchedKey plus(WatchedKey other) {
      double[] sum = kinds.clone();
      for (int kind = 0; kind < KINDS; kind++) {
        sum[kind] += other.kinds[kind];
      }
      return new WatchedKey(key, sum, unseen + other.unseen);
    }
  }

  /**
   * The count of one pair of procedures when it was published. {@link ProcedureNames} assigns the
   * numbers of the procedures.
   */
  public record WatchedPair(int procedure, int other, double count, double unseen) {}

  private final SpaceSaving byKey = new SpaceSaving(Conflicts.WATCHED_KEYS);
  private final Key[] keys = new Key[Conflicts.WATCHED_KEYS];
  private final double[] kinds = new double[Conflicts.WATCHED_KEYS * KINDS];
  private final SpaceSaving byPair = new SpaceSaving(Conflicts.WATCHED_PAIRS);
  private final ForwardDecay decay;
  private long nextPublishNs;
  private long lastConflictNs;
  private boolean conflicted;

  @Shared(
      writers = "the thread that sweeps, every 0.1 s while the sketch has counts",
      readers = "any thread that asks for the conflicts",
      access =
          "volatile reference to lists that never change after publication; all other fields of"
              + " the sketch belong to the thread that counts")
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

  /** Counts a wait for another transaction that had locked a key. */
  public void waited(long fingerprint, Key key) {
    onKey(WAITED, fingerprint, key);
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
   * Decays and publishes the counts, if they were last published at least 0.1 s ago. The owner
   * calls this method periodically, and before it counts or reads.
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
