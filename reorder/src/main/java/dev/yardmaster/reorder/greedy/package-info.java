/**
 * The paper's algorithms for feedback vertex sets (section 3.2), on a conflict graph in adjacency
 * lists. The algorithms are sort-greedy, SCC-greedy, and the hybrid of SCC-greedy with an exact
 * search on components up to a threshold.
 *
 * <p>{@code ConflictGraph} is the graph, and {@code Residual} is the part of it that remains after
 * removals and trimming. {@code StrongComponents} splits the residual into components, and {@code
 * BitGraph} represents a component for the exact search. A {@code Ranking} applies the policy.
 * Every object belongs to one thread.
 */
package dev.yardmaster.reorder.greedy;
