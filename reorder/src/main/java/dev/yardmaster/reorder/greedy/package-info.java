/**
 * The paper's algorithms for feedback vertex sets (section 3.2): sort-greedy, SCC-greedy and its
 * hybrid with exact search on components up to a threshold, on a conflict graph in adjacency lists.
 *
 * <p>{@code ConflictGraph} is the graph, {@code Residual} its remainder after trimming, {@code
 * StrongComponents} and {@code BitGraph} represent parts of it; a {@code Ranking} applies the
 * policy. Every object belongs to one thread.
 */
package dev.yardmaster.reorder.greedy;
