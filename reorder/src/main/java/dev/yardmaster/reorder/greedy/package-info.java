/**
 * Feedback vertex sets as the paper finds them (section 3.2): sort-greedy, SCC-greedy and its
 * hybrid with exact search on components up to a threshold, on a conflict graph in adjacency lists.
 *
 * <p>{@code ConflictGraph} is the graph, {@code Residual} what trimming leaves of it, {@code
 * StrongComponents} and {@code BitGraph} its parts; a {@code Ranking} is the policy at work. Every
 * object belongs to one thread.
 */
package dev.yardmaster.reorder.greedy;
