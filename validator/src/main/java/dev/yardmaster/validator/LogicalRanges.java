package dev.yardmaster.validator;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.Key;

/**
 * The key space in logical ranges, each with its recent writes, so that a scan is validated only
 * against writes into its own ranges (ROCC, section III, adapted to a store that is separate from
 * the validator).
 *
 * <p>A write's commit version is its number within its range: it rises within each range, and does
 * not change when ranges are split and merged. Storage looks up, range by range, the version
 * through which all writes are installed, and then reads; the scan carries that version as its
 * mark. Validation therefore examines only writes above the mark, and of those only the ones that
 * the scan has not seen are conflicts.
 *
 * <p>Ranges adapt to the written keys. A range that fills its array with writes that scans in
 * flight may still need is split at the middle of its keys; neighbors with few such writes are
 * merged. Where a single key is written very often, its newer writes replace its older ones, and
 * the array grows only for keys that no split can separate. A write that may not be installed yet
 * never leaves its array, so a mark never passes over it.
 *
 * <p>Before the first scan there is one range, which holds only the last writes: services without
 * scans pay almost nothing.
 *
 * <p>Only the final validation's thread writes; any thread may call {@link #find}.
 */
public class LogicalRanges {

  /** The number of writes in a range above which it is split; a power of two. */
  static final int FIRST_SLOTS = 64;

  /** Neighbors with at most this many recent writes together are merged. */
  static final int FEW_WRITES = 16;

  /** The number of writes that are held before the first scan. */
  static final int UNDIVIDED_SLOTS = 1024;

  /** Slow scans do not make an array grow beyond this. */
  private static final int MAX_SLOTS = 512;

  /** Most ranges. */
  private static final int MAX_RANGES = 4096;

  /** The number of commits after which a write is not recent any more. */
  private static final int RECENT = 16_384;

  /** The number of commits between two searches for ranges to merge. */
  private static final int MERGE_EVERY = 4096;

  /** Receives the state of a range. */
  @FunctionalInterface
  public interface Sink {

    /**
     * Receives the state.
     *
     * @param low the range's first key; null if the range has no lower end
     * @param high the first key behind the range; null if the range has no upper end
     * @param installedThrough every commit up to this version that writes into the range is
     *     installed
     */
    void found(Key low, Key high, long installedThrough);
  }

  private final Watermark watermark;
  private final int maxRanges;

  /** In key order; the array itself never changes. */
  @Shared(
      writers = "the final validation",
      readers = "storage workers, when a scan looks up its marks",
      access =
          "volatile reference to an array that never changes; a range's array of writes has "
              + "its own protocol")
  private volatile LogicalRange[] ranges;

  /** Whether there was a scan, so that ranges are split. */
  private boolean divided;

  private long nextMerge;
  private long examined;

  /** Creates a single range without writes. */
  public LogicalRanges(Watermark watermark) {
    this(watermark, MAX_RANGES);
  }

  /**
   * Creates a single range without writes, with another maximum.
   *
   * @param maxRanges most ranges
   */
  public LogicalRanges(Watermark watermark, int maxRanges) {
    this.watermark = watermark;
    this.maxRanges = maxRanges;
    ranges = new LogicalRange[] {new LogicalRange(null, UNDIVIDED_SLOTS)};
  }

  /**
   * Finds the range of a key, and the version up to which its writes are installed. Any thread;
   * logarithmic in the number of ranges.
   *
   * @param key must be comparable with all written keys
   * @param below whether to find the range just below the key instead of the one that contains it
   */
  public void find(Key key, boolean below, Sink sink) {
    // The mark is read first: all writes that it covers were added before the range is read.
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

  /** The number of writes examined since the start. Owner's thread. */
  protected final long examined() {
    return examined;
  }

  /** The number of ranges. Owner's thread. */
  final int size() {
    return ranges.length;
  }

  /** The number of writes held. Owner's thread. */
  final int held() {
    int held = 0;
    for (LogicalRange range : ranges) {
      held += range.held();
    }
    return held;
  }

  /**
   * Sets the version up to which nothing is known; must be called before any other method. Owner's
   * thread.
   */
  public final void startAfter(long version) {
    ranges[0].startAfter(version);
  }

  /**
   * Adds a committed write whose version is at least as high as all earlier ones. Owner's thread.
   */
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

  /** Splits the only range, and from then on all ranges that fill up. */
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

  /** Returns a number of slots with room for these writes and some more. */
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

  /** Replaces some ranges by others. */
  private void replace(int from, int to, LogicalRange... others) {
    LogicalRange[] all = ranges;
    LogicalRange[] changed = new LogicalRange[all.length - (to - from) + others.length];
    System.arraycopy(all, 0, changed, 0, from);
    System.arraycopy(others, 0, changed, from, others.length);
    System.arraycopy(all, to, changed, from + others.length, all.length - to);
    ranges = changed;
  }

  /** Merges neighbors that have few recent writes. */
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
   * Validates a request's scans: each predicate against the writes above its mark. Aborts the
   * request if a scan has missed a write. Owner's thread.
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
