/**
 * What is done with a batch: {@link dev.yardmaster.reorder.batch.Reorderer} builds its graph, takes
 * out the victims with the chosen solver, puts the others in a {@code CommitOrder} and, when asked,
 * names the key behind a conflict ({@code ConflictWitness}). The hot path of the module is here.
 * Every object belongs to one thread; several workers have a reorderer each.
 */
package dev.yardmaster.reorder.batch;
