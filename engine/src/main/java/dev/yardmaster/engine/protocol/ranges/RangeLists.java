package dev.yardmaster.engine.protocol.ranges;

import dev.yardmaster.annotations.Shared;
import dev.yardmaster.engine.table.KeyRanges;
import dev.yardmaster.engine.table.Table;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * One list of writers for each logical range of each table. A list is created at the first
 * registration in its range. A list is short at first. Its length doubles when it is full, up to
 * the length in the settings. So the lists of ranges with few writers fit into the CPU's caches.
 *
 * <p>The class is not final, so that a test can plant a bug in the growth of a list.
 */
class RangeLists implements WriterLists {

  private static final int RANGE_BITS = 32;

  /**
   * The number of slots of a new list. The array of such a list, with the version and the object
   * header, occupies at most two cache lines.
   */
  private static final int FIRST_SLOTS = 8;

  private final RoccSettings settings;
  private final int firstSlots;

  /**
   * The lists of each table, indexed by the table's number; null if no transaction has registered
   * in the table.
   */
  @Shared(
      writers =
          "the first worker that registers in a table, under the monitor; in a range, the first "
              + "worker that registers, and any worker that finds the range's ring closed",
      readers = "all workers",
      access =
          "volatile reference to an array that is never changed; a range's ring is "
              + "published and replaced by compare-and-set. In a ring: compare-and-set on the "
              + "slot of the current version, then on the version; a worker that finds the "
              + "slot filled by another worker raises the version instead. A reader reads the "
              + "version first, and each slot contains its lap. A slot is reused only when "
              + "every running scan began after the slot's writer had drawn its timestamp. A "
              + "full ring is closed by a bit of the version: a worker that fills a slot and "
              + "then finds the ring closed is not registered, and registers again in the "
              + "longer ring")
  private volatile Lists[] byTable = {};

  /** The lists of one table. */
  @Shared(
      writers = "the first worker that registers in a range, workers that find a ring closed",
      readers = "all workers",
      access = "compare-and-set on a range's ring")
  private record Lists(AtomicReferenceArray<long[]> rings, int mostSlots) {}

  RangeLists(RoccSettings settings) {
    this(settings, FIRST_SLOTS);
  }

  /**
   * Creates an object without lists.
   *
   * @param firstSlots the number of slots of a new list, a power of two
   */
  RangeLists(RoccSettings settings, int firstSlots) {
    this.settings = settings;
    this.firstSlots = firstSlots;
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
    long[] made = WriterRing.of(Math.min(firstSlots, lists.mostSlots));
    return lists.rings.compareAndSet(range, null, made) ? made : lists.rings.get(range);
  }

  @Override
  public boolean canGrow(long list, long[] full) {
    return WriterRing.slots(full) < byTable[(int) (list >>> RANGE_BITS)].mostSlots;
  }

  @Override
  public long[] next(long list, long[] closed) {
    AtomicReferenceArray<long[]> rings = byTable[(int) (list >>> RANGE_BITS)].rings;
    int range = (int) list;
    long[] present = rings.get(range);
    if (present != closed) {
      return present;
    }
    long[] made = twice(closed);
    return rings.compareAndSet(range, closed, made) ? made : rings.get(range);
  }

  long[] twice(long[] closed) {
    return WriterRing.twice(closed);
  }

  private synchronized Lists listsOf(Table table) {
    int number = table.number();
    if (number >= byTable.length || byTable[number] == null) {
      Lists[] more = Arrays.copyOf(byTable, Math.max(number + 1, byTable.length));
      int count = rangesOf(table).count();
      more[number] = new Lists(new AtomicReferenceArray<>(count), settings.slots());
      byTable = more;
    }
    return byTable[number];
  }
}
