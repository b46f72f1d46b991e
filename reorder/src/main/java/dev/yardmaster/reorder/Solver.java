package dev.yardmaster.reorder;

import java.util.Locale;

/**
 * The algorithm that finds a feedback vertex set. The algorithms and their names are those of Ding,
 * Kot and Gehrke, PVLDB 12(2), sections 4.1 and 5.1. V and E are the vertices and edges left after
 * trimming.
 *
 * <p>A repairable victim ({@link AccessSets#repairable}) is run again in place, which is cheap; any
 * other victim aborts. Only {@link #OPTIMAL} minimizes the cost of aborts before the cost of
 * repairs. The greedy algorithms prefer repairable transactions, {@link #EXACT} counts victims of
 * both kinds alike, and the random baselines ignore the difference.
 */
public enum Solver {
  /**
   * Sort-based greedy: takes the k highest-ranked vertices, trims, and repeats. O(V²/k + V + E).
   * The paper's choice.
   */
  SORT,
  /**
   * Component-based greedy: takes the highest-ranked vertex of every strong component, trims, and
   * splits again. O(V · (V + E)).
   */
  SCC,
  /**
   * {@link #SCC}, with {@link #EXACT} for the components up to a threshold; the exact part counts
   * victims of both kinds alike.
   */
  HYBRID,
  /**
   * {@link #SCC} with random vertices; a baseline. It ignores the policy and whether transactions
   * are repairable.
   */
  RANDOM,
  /** The smallest of three runs of {@link #RANDOM}, repairable or not; a baseline. */
  RANDOM3,
  /**
   * A smallest set, by a search in every strong component. Exponential; when the search budget is
   * used up the solver continues as {@link #SCC}, and {@link Reorderer#proven()} is false. Policy
   * and repairability only determine what is tried first, so they select among the smallest sets:
   * the solver takes one transaction that aborts rather than two that are repaired.
   */
  EXACT,
  /**
   * The default: a set of least weight, with weights by policy. It goes beyond the paper: it works
   * on rows of bits, with the reductions and the search of the literature on directed feedback
   * vertex sets. {@code mc} and the other policies by degree weigh all transactions alike, {@code
   * rct} weighs a transaction above all those with fewer restarts together, {@code rdeg} uses
   * 2^restarts, and {@code weight} the caller's weight.
   *
   * <p>The order of the sets is lexicographic: the weight of the victims that are not repairable is
   * minimal and, among such sets, the weight of the repairable victims is minimal.
   *
   * <p>Exponential at worst; when the node budget is used up the set is the best one found, and
   * {@link Reorderer#proven()} is false. Batches of more than 1,024 transactions go to {@link
   * #SORT}.
   */
  OPTIMAL;

  /**
   * Returns the name used in configuration and on the command line: {@code sort}, {@code scc}, ...
   */
  public String optionName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Returns the solver of an {@link #optionName}.
   *
   * @throws IllegalArgumentException when there is no such solver; the message lists the known ones
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
