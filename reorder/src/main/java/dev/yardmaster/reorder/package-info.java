/**
 * Decides which transactions of a batch commit, and in which order: it builds the conflict graph,
 * removes a feedback vertex set, and puts the rest into commit order. For engines in which each
 * thread runs its own transactions, the module instead assigns transactions to threads.
 *
 * <p>The module consists of pure functions over primitive arrays. The module uses no I/O, no
 * threads and no clock, and takes random numbers only from a seed. The source is Ding, Kot and
 * Gehrke, Improving Optimistic Concurrency Control Through Transaction Batching and Operation
 * Reordering, PVLDB 12(2), 2018.
 *
 * <p><b>Objective.</b> A repairable victim is run again at its position in the commit order; any
 * other victim aborts. {@link dev.yardmaster.reorder.Solver#OPTIMAL} first minimizes the weight of
 * the victims that abort, and then the weight of the repairable victims. The {@link
 * dev.yardmaster.reorder.Policy} determines the weights. The other solvers aim at few victims. The
 * greedy solvers choose repairable transactions first.
 *
 * <p><b>Steps.</b> A caller fills an {@link dev.yardmaster.reorder.AccessSets} and passes it to a
 * {@link dev.yardmaster.reorder.batch.Reorderer}. The reorderer
 *
 * <ol>
 *   <li>builds the conflict graph: {@link dev.yardmaster.reorder.WriterTable} hashes the write
 *       sets, and each read is looked up in this table. A batch without an edge has no victims, and
 *       commits in order of age;
 *   <li>chooses a feedback vertex set, whose members are the victims. The package {@code greedy}
 *       contains the paper's solvers, which work on adjacency lists. The package {@code optimal}
 *       contains {@link dev.yardmaster.reorder.Solver#OPTIMAL}, which works on rows of bits;
 *   <li>puts the survivors into a topological order. On request, it finds the key and the other
 *       transaction of a conflict (package {@code batch}).
 * </ol>
 *
 * <p><b>Assignment to threads.</b> {@link dev.yardmaster.reorder.assignment.ThreadAssignment}
 * assigns transactions to threads, so that conflicting transactions do not run at the same time.
 *
 * <p><b>Hot path.</b> {@code Reorderer.reorder} with {@link dev.yardmaster.reorder.Solver#OPTIMAL}:
 * {@code SmallConflictGraph.build}, {@code SmallOptimum.solve}, {@code CommitOrder.build}; with
 * {@link dev.yardmaster.reorder.Solver#SORT}: {@code WriterTable.build}, {@code
 * ConflictGraph.probeReads}, {@code Residual.trim}, {@code SortGreedy.search}, {@code
 * CommitOrder.build}. The hot path allocates memory only for a batch that is larger, or has more
 * conflicts, than all earlier batches.
 *
 * <p><b>Threads.</b> Every object belongs to the one thread that uses it. Static fields are
 * constants. If there are several workers, each worker has its own reorderer.
 */
package dev.yardmaster.reorder;
