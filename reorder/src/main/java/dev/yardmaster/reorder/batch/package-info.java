/**
 * The steps of reordering a batch: {@link dev.yardmaster.reorder.batch.Reorderer} builds the graph,
 * chooses the victims with the configured solver, puts the survivors into a {@code CommitOrder}
 * and, on request, finds the key behind a conflict ({@code ConflictWitness}). The hot path of the
 * module is in this package. Every object belongs to one thread; each of several workers has its
 * own reorderer.
 */
package dev.yardmaster.reorder.batch;
