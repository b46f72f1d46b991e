/**
 * Feedback vertex sets of least weight, on rows of bits.
 *
 * <p>{@code SmallOptimum} solves graphs of up to 64 vertices, with one word for each row. It uses
 * trimming, the rules of {@code SmallKernel}, the upper bound of {@code SmallGreedy} and the search
 * tree of {@code SmallSearch}. The classes whose names begin with {@code Wide} work on several
 * words until 64 vertices are left. {@code Annealing} improves the sets of kernels that are too
 * large to search. {@code VictimWeights} computes the weights of a policy. {@code RepairableBelow}
 * makes the weights lexicographic in a batch with both repairable and other transactions. Every
 * object belongs to one thread.
 */
package dev.yardmaster.reorder.optimal;
