/**
 * Decides which transactions of a batch commit, and in which order (conflict graph, feedback vertex
 * set, commit order); or which thread runs which transaction.
 *
 * <p>Pure functions over primitive arrays: no I/O, no threads, no clock, and randomness only from a
 * seed. The source is Ding, Kot and Gehrke, Improving Optimistic Concurrency Control Through
 * Transaction Batching and Operation Reordering, PVLDB 12(2), 2018.
 *
 * <p><b>Objective.</b> A victim is run again in place if it is repairable, and aborts if it is not.
 * {@link dev.yardmaster.reorder.Solver#OPTIMAL} minimizes first the weight of the victims that
 * abort and then, among such sets, the weight of the repairable ones, with weights by {@link
 * dev.yardmaster.reorder.Policy}. The other solvers aim at few victims, the greedy ones by choosing
 * repairable transactions first.
 *
 * <p><b>Steps.</b> A caller fills an {@link dev.yardmaster.reorder.AccessSets} and passes it to a
 * {@link dev.yardmaster.reorder.batch.Reorderer}, which
 *
 * <ol>
 *   <li>builds the conflict graph: {@link dev.yardmaster.reorder.WriterTable} hashes the write sets
 *       and the read sets probe it; without an edge the batch passes through at once;
 *   <li>chooses a feedback vertex set, the victims: package {@code greedy} has the paper's solvers,
 *       on adjacency lists; package {@code optimal} has {@link
 *       dev.yardmaster.reorder.Solver#OPTIMAL}, on rows of bits;
 *   <li>puts the survivors into a topological order, and finds, on request, the key and the other
 *       transaction behind a conflict (package {@code batch}).
 * </ol>
 *
 * <p><b>For engines in which each thread runs its own transactions</b> {@link
 * dev.yardmaster.reorder.assignment.ThreadAssignment} decides which thread runs which transaction,
 * so that conflicting transactions do not run at once.
 *
 * <p><b>Hot path.</b> {@code Reorderer.reorder} with {@link dev.yardmaster.reorder.Solver#OPTIMAL}:
 * {@code SmallConflictGraph.build}, {@code SmallOptimum.solve}, {@code CommitOrder.build}; with
 * {@link dev.yardmaster.reorder.Solver#SORT}: {@code WriterTable.build}, {@code
 * ConflictGraph.probeReads}, {@code Residual.trim}, {@code SortGreedy.search}, {@code
 * CommitOrder.build}. It allocates nothing once it has seen batches of the largest size and
 * conflict count.
 *
 * <p><b>Threads.</b> Every object belongs to the one thread that uses it; nothing is shared or
 * static except constants. Each of several workers has its own reorderer.
 */
package dev.yardmaster.reorder;
