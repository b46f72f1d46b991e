/**
 * Feedback vertex sets of least weight, on rows of bits.
 *
 * <p>{@code SmallOptimum} solves graphs of up to 64 vertices, one word a row: trimming, the rules
 * of {@code SmallKernel}, the upper bound of {@code SmallGreedy}, the tree of {@code SmallSearch}.
 * The classes named {@code Wide} work on several words until 64 vertices are left, and {@code
 * Annealing} improves what is too large to search. {@code VictimWeights} says what a victim costs
 * by the policy, which {@code RepairableBelow} makes lexicographic in a batch of both kinds. Every
 * object belongs to one thread.
 */
package dev.yardmaster.reorder.optimal;
