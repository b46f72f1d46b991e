package dev.yardmaster.storage.worker;

import dev.yardmaster.api.Key;
import java.util.function.LongSupplier;

/**
 * Provides, for each logical range of keys, the commit version up to which all writes to the range
 * are installed. This version determines which writes a scan has certainly seen. A storage worker
 * gets the mark before it scans the range.
 */
@FunctionalInterface
public interface RangeMarks {

  /**
   * The bounds of one logical range, and the version up to which the range's writes are installed.
   * A mark is reused, and one thread owns it.
   */
  final class Mark {

    private Key low;
    private Key high;
    private long installedThrough;

    /** Creates a mark that has no range and no version yet. */
    public Mark() {}

    /**
     * Sets the contents.
     *
     * @param first the first key of the range; null if the range has no lower bound
     * @param behind the first key after the range; null if the range has no upper bound
     * @param version a commit version; every commit at or below this version that writes into the
     *     range is installed
     */
    public void set(Key first, Key behind, long version) {
      low = first;
      high = behind;
      installedThrough = version;
    }

    /** Returns the first key of the range, or null if the range has no lower bound. */
    public Key low() {
      return low;
    }

    /** Returns the first key after the range, or null if the range has no upper bound. */
    public Key high() {
      return high;
    }

    /**
     * Returns a commit version; every commit at or below this version that writes into the range is
     * installed.
     */
    public long installedThrough() {
      return installedThrough;
    }
  }

  /**
   * Returns marks with a single range for all keys.
   *
   * @param watermark supplies a commit version; every version up to it is installed
   */
  static RangeMarks undivided(LongSupplier watermark) {
    return (key, below, found) -> found.set(null, null, watermark.getAsLong());
  }

  /**
   * Finds the logical range of a key.
   *
   * @param below if true, finds the range directly below the key; if false, the range that contains
   *     the key
   * @param found receives the result
   */
  void find(Key key, boolean below, Mark found);
}
