package dev.yardmaster.reorder.batch;

import dev.yardmaster.reorder.AccessSets;
import dev.yardmaster.reorder.VictimSet;
import dev.yardmaster.reorder.WriterTable;
import dev.yardmaster.reorder.optimal.SmallConflictGraph;

/**
 * One way to reorder a batch. The three steps are called in their order, on one batch after another
 * and from one thread.
 */
interface BatchReordering {
  /** Builds the conflict graph of a batch, which stays as it is until the last step. */
  void build(AccessSets batch);

  /** Adds a feedback vertex set of the graph built last to {@code victims}, which is empty. */
  void solve(VictimSet victims);

  /** Puts the others into commit order. */
  void order(VictimSet victims, CommitOrder order);

  /** The number of distinct edges of the graph built last. */
  int edges();

  /**
   * The graph built last, if it is one of rows of one word, with the writers of each key; or null.
   */
  default SmallConflictGraph rows() {
    return null;
  }

  /** The writers of each key of the batch built last; made now, if the graph did not need them. */
  WriterTable writers();
}
