package dev.yardmaster.engine.protocol.ranges;

import dev.yardmaster.engine.table.KeyRanges;
import dev.yardmaster.engine.table.Table;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** A list for each logical range of each table, made when somebody first registers in it. */
final class RangeLists implements WriterLists {

  private static final int RANGE_BITS = 32;

  private final RoccSettings settings;

  /** By the table's number; null where nobody has registered in any range. */
  private volatile Lists[] byTable = {};

  /** The lists of one table. */
  private record Lists(AtomicReferenceArray<long[]> rings, int slots) {}

  RangeLists(RoccSettings settings) {
    this.settings = settings;
  }

  @Override
  public boolean areOfRanges() {
    return true;
  }

  @Override
  public KeyRanges rangesOf(Table table) {
    return table.definition().ranges();
  }

  @Override
  public long listOf(Table table, int range) {
    return ((long) table.number() << RANGE_BITS) | range;
  }

  @Override
  public long[] find(int table, int range) {
    Lists[] present = byTable;
    return table >= present.length || present[table] == null
        ? null
        : present[table].rings.get(range);
  }

  @Override
  public long[] get(Table table, int range) {
    long[] ring = find(table.number(), range);
    return ring == null ? make(table, range) : ring;
  }

  private long[] make(Table table, int range) {
    Lists lists = listsOf(table);
    long[] made = WriterRing.of(lists.slots);
    return lists.rings.compareAndSet(range, null, made) ? made : lists.rings.get(range);
  }

  private synchronized Lists listsOf(Table table) {
    int number = table.number();
    if (number >= byTable.length || byTable[number] == null) {
      Lists[] more = Arrays.copyOf(byTable, Math.max(number + 1, byTable.length));
      int count = rangesOf(table).count();
      more[number] = new Lists(new AtomicReferenceArray<>(count), settings.slotsOf(count));
      byTable = more;
    }
    return byTable[number];
  }
}
