package dev.yardmaster.validator;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.api.Key;

/**
 * The key space, divided into logical ranges. Each range stores the recent writes of its keys. So a
 * scan is validated only against writes in the ranges that it has scanned. The method comes from
 * ROCC, section III, and is adapted to a store that is separate from the validator.
 *
 * <p>The commit version of a write also serves as its sequence number within its range. Versions
 * rise within each range, and do not change when ranges are split and merged. For each range of a
 * scan, storage first reads a version at or below which all writes of the range are installed, and
 * then scans the range. This version is the scan's mark for the range. Validation examines only
 * writes above the mark. A write above the mark is a conflict only if the scan has not seen this
 * write.
 *
 * <p>Ranges adapt to the written keys. If a range's array is full, and a scan in flight may still
 * need the array's oldest write, the range is split at the middle of its keys. Neighboring ranges
 * with few recent writes are merged. If a single key is written very often, newer writes of the key
 * replace older writes of the key. The array of a range grows only if the range cannot be split. A
 * write that may not be installed yet leaves its array only if the array has a newer write of the
 * key. So a mark never exceeds the version of a key's newest write while this write is not
 * installed.
 *
 * <p>Before the first scan there are no ranges, only {@link RecentWrites}. So the cost for a
 * service without scans is very low. {@link RecentWrites} may have discarded a write that is not
 * installed yet. Until the watermark has reached this write, no mark is above the watermark. A scan
 * with a mark below this write is aborted.
 *
 * <p>Only the final validation's thread writes; any thread may call {@link #find}.
 */
public class LogicalRanges {

  /** The minimum length of a range's array; a power of two. */
  static final int FIRST_SLOTS = 64;

  /**
   * Two neighboring ranges are merged if they have at most this number of recent writes in total.
   */
  static final int FEW_WRITES = 16;

  /**
   * The maximum length to which an array grows so that slow scans can still be validated. An array
   * whose writes are not installed yet may become longer.
   */
  private static final int MAX_SLOTS = 512;

  /** The maximum number of ranges. */
  private static final int MAX_RANGES = 4096;

  /** After this number of further commits, a write is no longer recent. */
  private static final int RECENT = 16_384;

  /** The number of commits between two searches for ranges to merge. */
  private static final int MERGE_EVERY = 4096;

  /** Receives the state of a range. */
  @FunctionalInterface
  public interface Sink {

    /**
     * Receives the state.
     *
     * @param low the first key of the range; null if the range has no lower bound
     * @param high the first key after the range; null if the range has no upper bound
     * @param installedThrough a version up to which the writes of the range's keys are installed
     */
    void found(Key low, Key high, long installedThrough);
  }

  private final Watermark watermark;
  private final int maxRanges;

  /**
   * The ranges in key order; null before the first scan. A change of the ranges replaces the array
   * and does not modify it.
   */
  @Shared(
      writers = "the final validation",
      readers = "storage workers, when a scan looks up its marks",
      access =
          "volatile reference to an array that never changes; a range's array of writes has "
              + "its own protocol")
  private volatile LogicalRange[] ranges;

  /** The writes that were made before the first scan; null after the first scan. */
  private RecentWrites recent = new RecentWrites();

  private long nextMerge;
  private long examined;

  /** Creates an object without writes. */
  public LogicalRanges(Watermark watermark) {
    this(watermark, MAX_RANGES);
  }

  /**
   * Creates an object without writes, with another maximum.
   *
   * @param maxRanges the maximum number of ranges
   */
  public LogicalRanges(Watermark watermark, int maxRanges) {
    this.watermark = watermark;
    this.maxRanges = maxRanges;
  }

  /**
   * Finds the range of a key, and the version up to which the range's writes are installed. Any
   * thread may call this method. The time is logarithmic in the number of ranges.
   *
   * @param key a key that is comparable with all written keys
   * @param below whether to find the range just below the key instead of the range that contains
   *     the key
   */
  public void find(Key key, boolean below, Sink sink) {
    // The watermark is read first, so all writes up to it were already added when the range is
    // read.
    long mark = watermark.get();
    LogicalRange[] all = ranges;
    if (all == null) {
      sink.found(null, null, contiguousFrom(mark));
      return;
    }
    int at = indexOf(all, key, below);
    sink.found(
        all[at].low(),
        at + 1 < all.length ? all[at + 1].low() : null,
        all[at].installedThrough(mark, watermark));
  }

  private long contiguousFrom(long mark) {
    long through = mark;
    while (watermark.isInstalled(through + 1)) {
      through++;
    }
    return through;
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

  /**
   * Returns the number of writes that were examined since the start. Only the owner's thread may
   * call this method.
   */
  protected final long examined() {
    return examined;
  }

  /** Returns the number of ranges. Only the owner's thread may call this method. */
  final int size() {
    return ranges == null ? 0 : ranges.length;
  }

  /** Returns the number of writes in all ranges. Only the owner's thread may call this method. */
  final int held() {
    int held = 0;
    for (LogicalRange range : ranges) {
      held += range.held();
    }
    return held;
  }

  /**
   * Sets the version up to which the ranges have no writes. The owner's thread must call this
   * method before any other method.
   */
  public final void startAfter(long version) {
    recent.startAfter(version);
  }

  /** Returns whether there was a scan. Only the owner's thread may call this method. */
  final boolean areDivided() {
    return ranges != null;
  }

  /**
   * Adds a committed write. After the first scan, the key of the write must be one that scans can
   * find. The write's version must be at least as high as all earlier versions. Only the owner's
   * thread may call this method.
   */
  protected void committed(Key key, long version) {
    if (ranges == null) {
      recent.add(key, version);
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

  /** Creates the ranges from the recent writes, at the first scan. */
  private void divide(long lastIssued) {
    nextMerge = lastIssued + MERGE_EVERY;
    ranges = new LogicalRange[] {recent.toRange()};
    recent = null;
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

  /** Returns a number of slots that is larger than the given number of writes. */
  static int slotsFor(int writes) {
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

  /** Replaces the ranges at the indexes {@code [from, to)} by other ranges. */
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
   * Validates the scans of a request: checks each predicate against the writes above its mark. If a
   * scan has missed a write, the request is aborted. Only the owner's thread may call this method.
   */
  protected boolean hold(ValidationRequest request) {
    if (ranges == null) {
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
