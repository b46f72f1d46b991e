package dev.yardmaster.storage;

import dev.yardmaster.api.Key;
import java.util.function.LongSupplier;

/**
 * Says up to which commit version the writes of each logical range are installed, so that a scan
 * can tell which writes it has surely seen. Asked by storage workers, before they read the range.
 */
@FunctionalInterface
public interface RangeMarks {

  /** What is known of one logical range. Reused; owned by one thread. */
  final class Mark {

    private Key low;
    private Key high;
    private long installedThrough;

    /** Nothing is known yet. */
    public Mark() {}

    /**
     * Sets what is known.
     *
     * @param first the range's first key; null if it has no lower end
     * @param behind the first key behind it; null if it has no upper end
     * @param version every commit up to this version that writes into the range is installed
     */
    public void set(Key first, Key behind, long version) {
      low = first;
      high = behind;
      installedThrough = version;
    }

    /** The range's first key; null if it has no lower end. */
    public Key low() {
      return low;
    }

    /** The first key behind the range; null if it has no upper end. */
    public Key high() {
      return high;
    }

    /** Every commit up to this version that writes into the range is installed. */
    public long installedThrough() {
      return installedThrough;
    }
  }

  /**
   * One range for all keys.
   *
   * @param watermark every commit version up to this one is installed
   */
  static RangeMarks undivided(LongSupplier watermark) {
    return (key, below, found) -> found.set(null, null, watermark.getAsLong());
  }

  /**
   * Finds the logical range of a key.
   *
   * @param key a key
   * @param below whether the range just below the key is meant, not the one that it lies in
   * @param found takes what is known of it
   */
  void find(Key key, boolean below, Mark found);
}
