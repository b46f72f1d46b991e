package dev.yardmaster.engine.protocol.ranges;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.engine.table.KeyRanges;
import dev.yardmaster.engine.table.Table;

/** A single list of all writers of all tables (GWV: ICDE 2018, section I-A). */
final class GlobalList implements WriterLists {

  @Shared(
      writers = "workers that commit",
      readers = "the same threads",
      access = "a WriterRing, as RangeLists.byTable describes it; the ring is never replaced")
  private final long[] ring;

  GlobalList(int slots) {
    ring = WriterRing.of(slots);
  }

  @Override
  public boolean areOfRanges() {
    return false;
  }

  /**
   * Returns a single range for the whole table, because the global list is not divided into ranges.
   */
  @Override
  public KeyRanges rangesOf(Table table) {
    return KeyRanges.ONE;
  }

  @Override
  public long listOf(Table table, int range) {
    return 0;
  }

  @Override
  public long[] find(int table, int range) {
    return ring;
  }

  @Override
  public long[] get(Table table, int range) {
    return ring;
  }

  /** Returns false, because the global list has its maximum length from the beginning. */
  @Override
  public boolean canGrow(long list, long[] full) {
    return false;
  }

  @Override
  public long[] next(long list, long[] closed) {
    throw new IllegalStateException("the global list is never closed");
  }
}
