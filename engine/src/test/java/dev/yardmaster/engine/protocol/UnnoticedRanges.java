package dev.yardmaster.engine.protocol;

import dev.yardmaster.engine.table.KeyRanges;
import dev.yardmaster.engine.table.Row;
import dev.yardmaster.engine.table.Table;

/**
 * A planted bug: the scan reads rows of ranges, but does not report to the real reader that it has
 * entered these ranges.
 */
record UnnoticedRanges(RangeReader real) implements RangeReader {

  @Override
  public KeyRanges rangesOf(Table table) {
    return real.rangesOf(table);
  }

  @Override
  public int enter(
      Table table,
      int range,
      long low,
      byte[] lowRest,
      long high,
      byte[] highRest,
      boolean covers) {
    return 0;
  }

  @Override
  public boolean read(Table table, int record, Row into) {
    return real.read(table, record, into);
  }

  @Override
  public long version() {
    return real.version();
  }

  @Override
  public void stop(int entered, long key, byte[] rest, boolean backward) {}
}
