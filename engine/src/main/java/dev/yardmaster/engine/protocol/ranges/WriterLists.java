package dev.yardmaster.engine.protocol.ranges;

import dev.yardmaster.engine.table.KeyRanges;
import dev.yardmaster.engine.table.Table;

/** Which list of writers a key's writers register in. Any thread. */
interface WriterLists {

  /** Whether who is in a list has written in its range; else anywhere. */
  boolean areOfRanges();

  /** The ranges that scans of a table are divided into. */
  KeyRanges rangesOf(Table table);

  /** Tells the list of a range from all others. */
  long listOf(Table table, int range);

  /** The list of a range; null if nobody has registered in it. */
  long[] find(int table, int range);

  /** The list of a range, which begins to exist if need be. */
  long[] get(Table table, int range);

  /**
   * Whether a list that is full is to be closed, since a longer one may take its place.
   *
   * @param list as {@link #listOf} has it
   */
  boolean canGrow(long list, long[] full);

  /**
   * The list that has taken the place of a closed one.
   *
   * @param list as {@link #listOf} has it
   */
  long[] next(long list, long[] closed);
}
