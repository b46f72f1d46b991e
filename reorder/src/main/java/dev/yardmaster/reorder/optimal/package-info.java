/**
 * Feedback vertex sets of least weight, on rows of bits.
 *
 * <p>{@code SmallOptimum} solves graphs of up to 64 vertices, with one word for each row. It uses
 * trimming, the rules of {@code SmallKernel}, the upper bound of {@code SmallGreedy} and the search
 * tree of {@code SmallSearch}. The classes that begin with {@code Wide} do the same on rows of
 * several words, until at most 64 vertices are left. {@code Annealing} improves the sets of kernels
 * that are too large to search. {@code VictimWeights} computes the weights of a policy. If only
 * some transactions of a batch are repairable, {@code RepairableBelow} scales the weights so that
 * aborts count before repairs. Every object belongs to one thread.
 */
package dev.yardmaster.reorder.optimal;
