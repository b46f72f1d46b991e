/**
 * Feedback vertex sets of least weight, on rows of bits.
 *
 * <p>{@code SmallOptimum} solves graphs of up to 64 vertices, with one word for each row: trimming,
 * the rules of {@code SmallKernel}, the upper bound of {@code SmallGreedy}, the tree of {@code
 * SmallSearch}. The classes named {@code Wide} work on several words until 64 vertices are left,
 * and {@code Annealing} improves the sets of kernels that are too large to search. {@code
 * VictimWeights} computes the weights of a policy, and {@code RepairableBelow} makes them
 * lexicographic in a batch of both kinds. Every object belongs to one thread.
 */
package dev.yardmaster.reorder.optimal;
