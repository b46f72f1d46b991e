/**
 * Decides which transactions of a batch commit, and in which order: conflict graph, feedback vertex
 * set, commit order; or on which thread each of them runs.
 *
 * <p>Pure functions over primitive arrays: no I/O, no threads, no clock, and randomness only from a
 * seed. The source is Ding, Kot and Gehrke, Improving Optimistic Concurrency Control Through
 * Transaction Batching and Operation Reordering, PVLDB 12(2), 2018.
 *
 * <p><b>What is minimized.</b> A victim is run again in place if it is repairable, and aborts if it
 * is not. {@link dev.yardmaster.reorder.Solver#OPTIMAL} minimizes first the weight of the victims
 * that abort, then, among such sets, that of the repairable ones, with weights by {@link
 * dev.yardmaster.reorder.Policy}. The other solvers aim at few victims, the greedy ones by choosing
 * repairable transactions first.
 *
 * <p><b>What comes when.</b> A caller fills an {@link dev.yardmaster.reorder.AccessSets} and hands
 * it to a {@link dev.yardmaster.reorder.batch.Reorderer}, which
 *
 * <ol>
 *   <li>builds the conflict graph: {@link dev.yardmaster.reorder.WriterTable} hashes the write sets
 *       and the read sets probe it; without an edge the batch passes through at once;
 *   <li>takes out a feedback vertex set, the victims: room {@code greedy} has the paper's solvers,
 *       on adjacency lists; room {@code optimal} has {@link dev.yardmaster.reorder.Solver#OPTIMAL},
 *       on rows of bits;
 *   <li>puts the survivors into a topological order, and names, when asked, the key and the other
 *       transaction behind a conflict (room {@code batch}).
 * </ol>
 *
 * <p><b>For engines whose threads each run transactions of their own</b> there is another decision,
 * {@link dev.yardmaster.reorder.assignment.ThreadAssignment}: which thread runs which, so that
 * those that conflict do not run at once.
 *
 * <p><b>Hot path.</b> {@code Reorderer.reorder} with {@link dev.yardmaster.reorder.Solver#OPTIMAL}:
 * {@code SmallConflictGraph.build}, {@code SmallOptimum.solve}, {@code CommitOrder.build}; with
 * {@link dev.yardmaster.reorder.Solver#SORT}: {@code WriterTable.build}, {@code
 * ConflictGraph.probeReads}, {@code Residual.trim}, {@code SortGreedy.search}, {@code
 * CommitOrder.build}. It allocates nothing once it has seen batches of the largest size and
 * conflict count.
 *
 * <p><b>Threads.</b> Every object belongs to the one thread that uses it; nothing is shared or
 * static but constants. Several workers have a reorderer each.
 */
package dev.yardmaster.reorder;
