package dev.yardmaster.engine.protocol.ranges;

import dev.yardmaster.engine.table.KeyRanges;
import dev.yardmaster.engine.table.Table;

/** Maps ranges of keys to lists of writers. Any thread may call the methods. */
interface WriterLists {

  /**
   * Returns whether each range has its own list. If not, a single list contains the writers of all
   * ranges.
   */
  boolean areOfRanges();

  /** Returns the logical ranges into which scans of a table are divided. */
  KeyRanges rangesOf(Table table);

  /** Returns the number that identifies the list of a range. */
  long listOf(Table table, int range);

  /** Returns the list of a range, or null if no transaction has registered in the range. */
  long[] find(int table, int range);

  /** Returns the list of a range, and creates the list if necessary. */
  long[] get(Table table, int range);

  /**
   * Returns whether a longer list may replace a full list. If so, the caller must close the full
   * list.
   *
   * @param list the list's number, as {@link #listOf} returns it
   */
  boolean canGrow(long list, long[] full);

  /**
   * Returns the list that replaces a closed list.
   *
   * @param list the list's number, which {@link #listOf} returns
   */
  long[] next(long list, long[] closed);
}
