/**
 * The paper's algorithms for feedback vertex sets (section 3.2), on a conflict graph in adjacency
 * lists. The algorithms are sort-greedy, SCC-greedy, and the hybrid of SCC-greedy with an exact
 * search on components up to a threshold.
 *
 * <p>{@code ConflictGraph} is the graph, and {@code Residual} is its remainder after trimming.
 * {@code StrongComponents} and {@code BitGraph} represent parts of the graph. A {@code Ranking}
 * applies the policy. Every object belongs to one thread.
 */
package dev.yardmaster.reorder.greedy;
