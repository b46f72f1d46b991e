package dev.yardmaster.validator;

import dev.yardmaster.api.Key;

/**
 * The key space in logical ranges, each with its recent writes, so that a scan is validated against
 * the few writes that matter to it (ROCC, section III, for a store that is apart from the
 * validator).
 *
 * <p>The number of a write within its range is its commit version: it rises within each range, and
 * stays what it is when ranges are split and merged. Storage looks up, range by range, through
 * which number all is installed, and then reads; a scan carries that as its mark. So only writes
 * behind the mark are looked at, none where there are none, and of those only what the scan has not
 * seen all the same is a conflict.
 *
 * <p>Ranges follow the data that is written. One that fills its array with writes that scans in
 * flight may still ask for is split at the middle of its keys; neighbours with few such writes are
 * merged. Where a single key is written so often, its older writes give way to its newer ones, and
 * the array grows only for keys that cannot be told apart by a split. A write that may not be
 * installed yet never leaves its array, so a mark never passes over it.
 *
 * <p>Before the first scan comes there is one range, which remembers the last writes and no more:
 * services without scans pay next to nothing.
 *
 * <p>One thread, the final validation's, writes; any thread may call {@link #find}.
 */
public class LogicalRanges {

  /** Writes of a range behind which it is split; a power of two. */
  static final int FIRST_SLOTS = 64;

  /** Neighbours are merged when they have no more recent writes than this together. */
  static final int FEW_WRITES = 16;

  /** Writes that are remembered before the first scan. */
  static final int UNDIVIDED_SLOTS = 1024;

  /** An array does not grow beyond this for the sake of slow scans. */
  private static final int MAX_SLOTS = 512;

  /** Most ranges. */
  private static final int MAX_RANGES = 4096;

  /** Commits after which a write is no longer recent. */
  private static final int RECENT = 16_384;

  /** Commits between two looks for neighbours. */
  private static final int MERGE_EVERY = 4096;

  /** Takes what is known of a range. */
  @FunctionalInterface
  public interface Sink {

    /**
     * Takes it.
     *
     * @param low the range's first key; null if it has no lower end
     * @param high the first key behind it; null if it has no upper end
     * @param installedThrough every commit up to this version that writes into it is installed
     */
    void found(Key low, Key high, long installedThrough);
  }

  private final Watermark watermark;
  private final int maxRanges;

  /** In the order of their keys; the array does not change. */
  private volatile LogicalRange[] ranges;

  /** Whether a scan has come, so that ranges are split. */
  private boolean divided;

  private long nextMerge;
  private long examined;

  /** One range, without writes. */
  public LogicalRanges(Watermark watermark) {
    this(watermark, MAX_RANGES);
  }

  /**
   * The same, with another bound.
   *
   * @param maxRanges how many ranges there are at most
   */
  public LogicalRanges(Watermark watermark, int maxRanges) {
    this.watermark = watermark;
    this.maxRanges = maxRanges;
    ranges = new LogicalRange[] {new LogicalRange(null, UNDIVIDED_SLOTS)};
  }

  /**
   * Finds the range of a key and up to which version it is installed. Any thread; logarithmic in
   * the number of ranges.
   *
   * @param key is comparable with all keys that are written
   * @param below whether the range just below the key is meant, not the one that it lies in
   */
  public void find(Key key, boolean below, Sink sink) {
    // The mark comes first: whatever it covers has been entered before the range is looked at.
    long mark = watermark.get();
    LogicalRange[] all = ranges;
    int at = indexOf(all, key, below);
    sink.found(
        all[at].low(),
        at + 1 < all.length ? all[at + 1].low() : null,
        all[at].installedThrough(mark, watermark));
  }

  private static int indexOf(LogicalRange[] all, Key key, boolean below) {
    int low = 1;
    int high = all.length - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int order = key.compareTo(all[middle].low());
      if (order > 0 || (order == 0 && !below)) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return high;
  }

  // The owner's thread.

  /** How many writes were looked at since the start. */
  protected final long examined() {
    return examined;
  }

  /** How many ranges there are. */
  final int size() {
    return ranges.length;
  }

  /** How many writes are held. */
  final int held() {
    int held = 0;
    for (LogicalRange range : ranges) {
      held += range.held();
    }
    return held;
  }

  /** Begins behind versions of which nothing is known; before anything else is asked of it. */
  public final void startAfter(long version) {
    ranges[0].startAfter(version);
  }

  /** Enters a committed write; its version is not lower than any before. */
  protected void committed(Key key, long version) {
    if (!divided) {
      remember(key, version);
      return;
    }
    if (version >= nextMerge) {
      nextMerge = version + MERGE_EVERY;
      merge(version - RECENT);
    }
    int at = indexOf(ranges, key, false);
    while (ranges[at].isFull()) {
      makeRoom(at, version - RECENT);
      at = indexOf(ranges, key, false);
    }
    ranges[at].add(key, version);
  }

  private void remember(Key key, long version) {
    LogicalRange only = ranges[0];
    if (only.isFull()) {
      if (only.version(only.held() - 1) <= watermark.get()) {
        only.forgetOldest();
      } else {
        enlarge(0);
      }
    }
    ranges[0].add(key, version);
  }

  /** Begins to split what was remembered so far. */
  private void divide(long lastIssued) {
    divided = true;
    nextMerge = lastIssued + MERGE_EVERY;
    resize(0, slotsFor(ranges[0].held()));
    int at = 0;
    while (at < ranges.length) {
      Key middle =
          ranges[at].held() < FIRST_SLOTS / 2 || ranges.length == maxRanges
              ? null
              : ranges[at].middleKey();
      if (middle == null) {
        at++;
      } else {
        split(at, middle);
      }
    }
  }

  private void makeRoom(int at, long old) {
    LogicalRange range = ranges[at];
    long oldest = range.version(range.held() - 1);
    boolean installed = oldest <= watermark.get();
    if (installed && oldest <= old) {
      range.forgetOldest();
      return;
    }
    if (range.isOldestReplaced()) {
      range.dropReplaced();
      return;
    }
    Key middle = ranges.length < maxRanges ? range.middleKey() : null;
    if (middle != null) {
      split(at, middle);
    } else if (range.slots() < MAX_SLOTS || !installed) {
      enlarge(at);
    } else {
      range.forgetOldest();
    }
  }

  /** So many slots that these writes and some more find room. */
  private static int slotsFor(int writes) {
    return Math.max(FIRST_SLOTS, 2 * Integer.highestOneBit(writes));
  }

  private void enlarge(int at) {
    resize(at, 2 * ranges[at].slots());
  }

  private void resize(int at, int slots) {
    LogicalRange range = ranges[at];
    LogicalRange other = new LogicalRange(range.low(), slots);
    other.forgetLike(range);
    range.copyTo(other, null, null);
    replace(at, at + 1, other);
  }

  private void split(int at, Key middle) {
    LogicalRange range = ranges[at];
    int slots = slotsFor(range.held());
    LogicalRange lower = new LogicalRange(range.low(), slots);
    LogicalRange upper = new LogicalRange(middle, slots);
    lower.forgetLike(range);
    upper.forgetLike(range);
    range.copyTo(lower, null, middle);
    range.copyTo(upper, middle, null);
    replace(at, at + 1, lower, upper);
  }

  /** Puts others in the place of some ranges. */
  private void replace(int from, int to, LogicalRange... others) {
    LogicalRange[] all = ranges;
    LogicalRange[] changed = new LogicalRange[all.length - (to - from) + others.length];
    System.arraycopy(all, 0, changed, 0, from);
    System.arraycopy(others, 0, changed, from, others.length);
    System.arraycopy(all, to, changed, from + others.length, all.length - to);
    ranges = changed;
  }

  /** Merges neighbours that have few recent writes. */
  private void merge(long old) {
    LogicalRange[] all = ranges;
    LogicalRange[] merged = new LogicalRange[all.length];
    long forgotten = Math.min(old, watermark.get());
    int count = 0;
    for (LogicalRange range : all) {
      while (range.held() > 0 && range.version(range.held() - 1) <= forgotten) {
        range.forgetOldest();
      }
      LogicalRange before = count == 0 ? null : merged[count - 1];
      if (before != null && before.held() + range.held() <= FEW_WRITES) {
        merged[count - 1] = together(before, range);
      } else {
        merged[count++] = range;
      }
    }
    if (count < all.length) {
      LogicalRange[] fewer = new LogicalRange[count];
      System.arraycopy(merged, 0, fewer, 0, count);
      ranges = fewer;
    }
  }

  private static LogicalRange together(LogicalRange lower, LogicalRange upper) {
    LogicalRange both = new LogicalRange(lower.low(), FIRST_SLOTS);
    both.forgetLike(lower);
    both.forgetLike(upper);
    int fromLower = lower.held() - 1;
    int fromUpper = upper.held() - 1;
    while (fromLower >= 0 || fromUpper >= 0) {
      if (fromUpper < 0
          || (fromLower >= 0 && lower.version(fromLower) <= upper.version(fromUpper))) {
        both.add(lower.key(fromLower), lower.version(fromLower--));
      } else {
        both.add(upper.key(fromUpper), upper.version(fromUpper--));
      }
    }
    return both;
  }

  /**
   * Validates a request's scans: each of its predicates against what was written behind its mark.
   * Aborts the request if that fails.
   */
  protected boolean hold(ValidationRequest request) {
    if (!divided) {
      divide(watermark.lastIssued());
    }
    LogicalRange[] all = ranges;
    boolean holds = true;
    for (int i = 0; holds && i < request.predicates(); i++) {
      Key end = request.predicateEnd(i);
      int at = indexOf(all, request.predicateStart(i), false);
      do {
        LogicalRange range = all[at];
        long mark = request.predicateMark(i);
        if (range.mayHaveForgotten(request.predicateStart(i), end, mark)) {
          request.abort(Decision.TRUNCATED, ValidationRequest.NONE, range.floor(), -1);
          holds = false;
        }
        for (int age = 0; holds && age < range.held() && range.version(age) > mark; age++) {
          examined++;
          if (request.hasMissed(i, range.key(age), range.version(age))) {
            request.abortByRange(i, range.key(age), range.version(age));
            holds = false;
          }
        }
      } while (holds && ++at < all.length && end.compareTo(all[at].low()) > 0);
    }
    return holds;
  }
}
