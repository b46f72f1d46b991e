package dev.yardmaster.reorder.batch;

import dev.yardmaster.reorder.AccessSets;
import dev.yardmaster.reorder.VictimSet;
import dev.yardmaster.reorder.WriterTable;
import dev.yardmaster.reorder.optimal.SmallConflictGraph;

/**
 * One way to reorder a batch. The caller calls the three steps in order, for one batch after
 * another and from one thread.
 */
interface BatchReordering {
  /** Builds the conflict graph of a batch; the batch must not change until the last step. */
  void build(AccessSets batch);

  /** Adds a feedback vertex set of the current graph to {@code victims}, which is empty. */
  void solve(VictimSet victims);

  /** Puts the other transactions into commit order. */
  void order(VictimSet victims, CommitOrder order);

  /** Returns the number of distinct edges of the current graph. */
  int edges();

  /**
   * Returns the current graph, if its rows have one word, with the writers of each key; otherwise
   * null.
   */
  default SmallConflictGraph rows() {
    return null;
  }

  /**
   * Returns the writers of each key of the current batch; built by this call if the graph did not
   * need them.
   */
  WriterTable writers();
}
