package dev.yardmaster.engine.protocol.ranges;

import dev.yardmaster.engine.table.KeyRanges;
import dev.yardmaster.engine.table.Table;

/** Maps ranges of keys to lists of writers. Any thread. */
interface WriterLists {

  /** Returns whether each list belongs to one range; otherwise a list has writers of all ranges. */
  boolean areOfRanges();

  /** Returns the logical ranges into which scans of a table are divided. */
  KeyRanges rangesOf(Table table);

  /** Returns the number that identifies the list of a range. */
  long listOf(Table table, int range);

  /** Returns the list of a range, or null if no transaction has registered in it. */
  long[] find(int table, int range);

  /** Returns the list of a range; creates it if necessary. */
  long[] get(Table table, int range);

  /**
   * Returns whether a full list must be closed because a longer one may replace it.
   *
   * @param list as {@link #listOf} returns it
   */
  boolean canGrow(long list, long[] full);

  /**
   * Returns the list that replaces a closed one.
   *
   * @param list as {@link #listOf} returns it
   */
  long[] next(long list, long[] closed);
}
