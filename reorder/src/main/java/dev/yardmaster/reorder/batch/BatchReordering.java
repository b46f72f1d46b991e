package dev.yardmaster.reorder.batch;

import dev.yardmaster.reorder.AccessSets;
import dev.yardmaster.reorder.VictimSet;
import dev.yardmaster.reorder.WriterTable;
import dev.yardmaster.reorder.optimal.SmallConflictGraph;

/**
 * An algorithm that reorders a batch. For each batch, one thread calls {@link #build}, {@link
 * #solve} and {@link #order} in this order.
 */
interface BatchReordering {
  /**
   * Builds the conflict graph of a batch. The batch must not change until {@link #order} has
   * returned.
   */
  void build(AccessSets batch);

  /**
   * Finds a feedback vertex set of the current graph and adds it to {@code victims}, which must be
   * empty.
   */
  void solve(VictimSet victims);

  /** Puts the transactions that are not victims into commit order. */
  void order(VictimSet victims, CommitOrder order);

  /** Returns the number of distinct edges of the current graph. */
  int edges();

  /** Returns the current graph if it is a {@link SmallConflictGraph}, otherwise null. */
  default SmallConflictGraph rows() {
    return null;
  }

  /**
   * Returns the table of the writers of each key of the current batch. If the graph was built
   * without this table, the call builds the table.
   */
  WriterTable writers();
}
