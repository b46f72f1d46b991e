package dev.yardmaster.storage;

import dev.yardmaster.api.Key;
import java.util.function.LongSupplier;

/**
 * Says up to which commit version the writes of each logical range are installed, so that a scan
 * can tell which writes it must have seen. Storage workers call this before they read the range.
 */
@FunctionalInterface
public interface RangeMarks {

  /** What is known of one logical range. Reused; owned by one thread. */
  final class Mark {

    private Key low;
    private Key high;
    private long installedThrough;

    /** Creates a mark without contents. */
    public Mark() {}

    /**
     * Sets the contents.
     *
     * @param first the range's first key; null if the range has no lower end
     * @param behind the first key behind the range; null if the range has no upper end
     * @param version every commit up to this version that writes into the range is installed
     */
    public void set(Key first, Key behind, long version) {
      low = first;
      high = behind;
      installedThrough = version;
    }

    /** The range's first key; null if the range has no lower end. */
    public Key low() {
      return low;
    }

    /** The first key behind the range; null if the range has no upper end. */
    public Key high() {
      return high;
    }

    /** Every commit up to this version that writes into the range is installed. */
    public long installedThrough() {
      return installedThrough;
    }
  }

  /**
   * Returns marks with a single range for all keys.
   *
   * @param watermark every commit version up to this one is installed
   */
  static RangeMarks undivided(LongSupplier watermark) {
    return (key, below, found) -> found.set(null, null, watermark.getAsLong());
  }

  /**
   * Finds the logical range of a key.
   *
   * @param below whether to find the range just below the key instead of the one that contains it
   * @param found receives the result
   */
  void find(Key key, boolean below, Mark found);
}
