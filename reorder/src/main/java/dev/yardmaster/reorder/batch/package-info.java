/**
 * The steps of the reordering of a batch. {@link dev.yardmaster.reorder.batch.Reorderer} builds the
 * graph, chooses the victims with the configured solver, and puts the survivors into a {@code
 * CommitOrder}. On request, it finds the key of a conflict ({@code ConflictWitness}). The hot path
 * of the module is in this package. Every object belongs to one thread. If there are several
 * workers, each worker has its own reorderer.
 */
package dev.yardmaster.reorder.batch;
