package dev.yardmaster.reorder.batch;

import dev.yardmaster.reorder.AccessSets;
import dev.yardmaster.reorder.VictimSet;
import dev.yardmaster.reorder.WriterTable;
import dev.yardmaster.reorder.optimal.SmallConflictGraph;

/**
 * One way to reorder a batch. One thread calls the three steps in order, for one batch after
 * another.
 */
interface BatchReordering {
  /** Builds the conflict graph of a batch. The batch must not change until the last step. */
  void build(AccessSets batch);

  /** Adds a feedback vertex set of the current graph to {@code victims}, which is empty. */
  void solve(VictimSet victims);

  /** Puts the transactions that are not victims into commit order. */
  void order(VictimSet victims, CommitOrder order);

  /** Returns the number of distinct edges of the current graph. */
  int edges();

  /**
   * Returns the current graph, with the writers of each key, if its rows have one word; otherwise
   * returns null.
   */
  default SmallConflictGraph rows() {
    return null;
  }

  /**
   * Returns the writers of each key of the current batch. The call builds this table if the graph
   * was built without the table.
   */
  WriterTable writers();
}
