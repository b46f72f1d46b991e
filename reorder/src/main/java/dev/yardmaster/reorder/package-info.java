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
 * it to a {@link dev.yardmaster.reorder.Reorderer}, which
 *
 * <ol>
 *   <li>builds the {@link dev.yardmaster.reorder.ConflictGraph}: {@code WriterTable} hashes the
 *       write sets and the read sets probe it; without an edge the batch passes through at once;
 *   <li>takes out a feedback vertex set, the victims ({@code FeedbackVertexSearch}): {@code
 *       SortGreedy}, or {@code SccGreedy} on {@code StrongComponents}, which hands components up to
 *       a threshold to {@code ExactSearch} on a {@code BitGraph}; both work on a {@code Residual},
 *       the trimmed rest of the graph, and choose by a {@code Ranking}, the {@link
 *       dev.yardmaster.reorder.Policy} at work;
 *   <li>puts the survivors into a topological order ({@code CommitOrder});
 *   <li>names, when asked, the key and the other transaction behind a conflict ({@code
 *       ConflictWitness}).
 * </ol>
 *
 * <p>{@link dev.yardmaster.reorder.Solver#OPTIMAL} takes the same steps on rows of bits ({@code
 * OptimalReordering}): {@code SmallConflictGraph} builds them with one word a row up to 64
 * transactions; {@code SmallOptimum} minimizes the {@code VictimWeights} of the policy, which
 * {@code RepairableBelow} makes lexicographic in a batch of both kinds, by trimming, the rules of
 * {@code SmallKernel}, the upper bound of {@code SmallGreedy} and the tree of {@code SmallSearch}.
 * The classes named {@code Wide} do that over several words until 64 vertices are left, and {@code
 * Annealing} improves what is too large to search.
 *
 * <p><b>For engines whose threads each run transactions of their own</b> there is another decision,
 * {@link dev.yardmaster.reorder.ThreadAssignment}: which thread runs which, so that those that
 * conflict do not run at once. {@code SharedKeys} says who conflicts, {@code ThreadWeights} whom a
 * thread takes next.
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
