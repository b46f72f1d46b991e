package dev.yardmaster.reorder;

import java.util.Locale;

/**
 * The algorithm that finds a feedback vertex set. The algorithms and their names come from Ding,
 * Kot and Gehrke, PVLDB 12(2), sections 4.1 and 5.1. V and E are the numbers of vertices and edges
 * that remain after trimming.
 *
 * <p>A repairable victim ({@link AccessSets#repairable}) is cheap, because it is run again at its
 * position in the commit order. Any other victim aborts. Only {@link #OPTIMAL} minimizes the cost
 * of aborts before the cost of repairs. The greedy algorithms prefer repairable transactions as
 * victims. {@link #EXACT} counts repairable victims and other victims equally. The random baselines
 * ignore the difference.
 */
public enum Solver {
  /**
   * Sort-based greedy: takes the k highest-ranked vertices, trims, and repeats. The cost is O(V²/k
   * + V + E). The paper prefers this solver.
   */
  SORT,
  /**
   * Component-based greedy: takes the highest-ranked vertex of every strong component, trims,
   * splits the rest into components, and repeats. The cost is O(V · (V + E)).
   */
  SCC,
  /**
   * {@link #SCC}, but with {@link #EXACT} for components up to a threshold. The exact search counts
   * repairable victims and other victims equally.
   */
  HYBRID,
  /**
   * A baseline: {@link #SCC} with random vertices. The solver ignores the policy, and does not
   * prefer repairable transactions.
   */
  RANDOM,
  /**
   * A baseline: the smallest of the sets that three runs of {@link #RANDOM} find. The solver does
   * not prefer repairable transactions.
   */
  RANDOM3,
  /**
   * A smallest set, found by a search in every strong component. The time of the search is
   * exponential. When the search budget is used up, the solver continues like {@link #SCC}, and
   * {@code Reorderer.proven()} may be false. The same holds for components of more than {@link
   * ReorderConfig#MAX_SEARCHED_COMPONENT} vertices. The policy and the repairability determine
   * which of the smallest sets the search finds, but not the size of the set. So the solver prefers
   * one victim that aborts to two victims that are repaired.
   */
  EXACT,
  /**
   * The default: a set of least weight, with weights that depend on the policy. This solver is not
   * from the paper. The solver represents the graph as rows of bits, and applies the reductions and
   * the search from the literature on directed feedback vertex sets. With {@code mc} and the other
   * policies that rank by degree, all transactions have the same weight. With {@code rct}, a
   * transaction weighs more than all transactions with fewer restarts together. {@code rdeg} uses
   * 2^restarts, and {@code weight} uses the caller's weight.
   *
   * <p>The solver compares sets in two steps. First it minimizes the weight of the victims that are
   * not repairable. Among the sets with this minimum, it minimizes the weight of the repairable
   * victims.
   *
   * <p>The worst case is exponential. When the node budget is used up, the result is the best set
   * that was found, and {@code Reorderer.proven()} is false. Batches of more than 1,024
   * transactions are solved by {@link #SORT}.
   */
  OPTIMAL;

  /**
   * Returns the name that is used in configuration and on the command line, for example {@code
   * sort} or {@code scc}.
   */
  public String optionName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Returns the solver with an {@link #optionName}.
   *
   * @throws IllegalArgumentException if there is no such solver; the message lists the known
   *     solvers
   */
  public static Solver of(String optionName) {
    StringBuilder known = new StringBuilder();
    for (Solver solver : values()) {
      if (solver.optionName().equals(optionName)) {
        return solver;
      }
      known.append(known.isEmpty() ? "" : ", ").append(solver.optionName());
    }
    throw new IllegalArgumentException("solver=" + optionName + " must be one of " + known);
  }
}
