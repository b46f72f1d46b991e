package dev.yardmaster.engine.protocol.ranges;

import dev.yardmaster.engine.table.KeyRanges;
import dev.yardmaster.engine.table.Table;

/** One list of all writers, whatever they write (GWV: ICDE 2018, section I-A). */
final class GlobalList implements WriterLists {

  private final long[] ring;

  GlobalList(int slots) {
    ring = WriterRing.of(slots);
  }

  @Override
  public boolean areOfRanges() {
    return false;
  }

  /** A scan is one predicate, since there is nothing to divide it by. */
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

  /** It is as long as it may be from the beginning. */
  @Override
  public boolean canGrow(long list, long[] full) {
    return false;
  }

  @Override
  public long[] next(long list, long[] closed) {
    throw new IllegalStateException("the global list is never closed");
  }
}
