package dev.yardmaster.engine.protocol;

/**
 * Counts the work of one worker for the validation of scans, over all its attempts. Only protocols
 * that validate scans by logical ranges count all these figures; under other protocols most figures
 * stay 0. Only the worker's thread calls the counting methods. Other threads may read the figures
 * after the worker has ended.
 */
public final class RangeCounts {

  private long scans;
  private long ranges;
  private long items;
  private long writers;
  private long byVersion;

  RangeCounts() {}

  /** Counts the start of a scan. */
  public void scan() {
    scans++;
  }

  /** Counts the entry of a scan into a logical range. */
  public void range() {
    ranges++;
  }

  /** Counts records, writes or list entries that a validation has examined. */
  public void items(int count) {
    items += count;
  }

  /** Counts writers that a validation has examined. */
  public void writers(int count) {
    writers += count;
  }

  /** Counts a range whose validation needed only its version. */
  public void byVersion() {
    byVersion++;
  }

  /** Returns the number of scans begun. */
  public long scansBegun() {
    return scans;
  }

  /**
   * Returns the number of logical ranges that scans entered. If the protocol does not use logical
   * ranges, this is the number of scans.
   */
  public long rangesEntered() {
    return ranges;
  }

  /**
   * Returns the number of items examined to validate scans: records read again ({@code lrv}),
   * writes compared ({@code rocc}, {@code gwv}), or entries of the ranges' lists ({@code mvrcc}).
   */
  public long itemsExamined() {
    return items;
  }

  /** Returns the number of writers examined. */
  public long writersExamined() {
    return writers;
  }

  /** Returns the number of ranges whose validation needed only their version. */
  public long rangesByVersion() {
    return byVersion;
  }
}
