package dev.yardmaster.engine.protocol;

/**
 * What one worker's scans cost to validate, over all its attempts. Counted by protocols that treat
 * ranges in their own way; with others all are 0. Owned by the worker's thread; others read it when
 * that has ended.
 */
public final class RangeCounts {

  private long scans;
  private long ranges;
  private long items;
  private long writers;
  private long byVersion;

  RangeCounts() {}

  /** A scan begins. */
  public void scan() {
    scans++;
  }

  /** A scan enters a logical range. */
  public void range() {
    ranges++;
  }

  /** Validation has looked at so many records, writes or entries. */
  public void items(int count) {
    items += count;
  }

  /** Validation has looked at so many writers. */
  public void writers(int count) {
    writers += count;
  }

  /** A range's version alone has decided. */
  public void byVersion() {
    byVersion++;
  }

  /** How many scans began. */
  public long scansBegun() {
    return scans;
  }

  /** How many logical ranges they entered; of protocols without such, as many as scans. */
  public long rangesEntered() {
    return ranges;
  }

  /**
   * How many items were looked at to validate scans: records that were read again ({@code lrv}),
   * writes that were compared ({@code rocc}, {@code gwv}), entries of ranges' lists ({@code
   * mvrcc}).
   */
  public long itemsExamined() {
    return items;
  }

  /** How many writers' entries were looked at. */
  public long writersExamined() {
    return writers;
  }

  /** How many ranges were decided by their version alone. */
  public long rangesByVersion() {
    return byVersion;
  }
}
