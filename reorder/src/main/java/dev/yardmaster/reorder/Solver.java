package dev.yardmaster.reorder;

import java.util.Locale;

/**
 * How a feedback vertex set is found. The algorithms and their names are those of Ding, Kot and
 * Gehrke, PVLDB 12(2), sections 4.1 and 5.1. V and E are the vertices and edges left after
 * trimming.
 *
 * <p>A victim that is repairable ({@link AccessSets#repairable}) is run again in place, which is
 * cheap; any other aborts. Only {@link #OPTIMAL} minimizes the one cost before the other. The
 * greedy algorithms choose a repairable transaction wherever there is one to choose, {@link #EXACT}
 * counts victims of both kinds alike, and the random baselines do not ask.
 */
public enum Solver {
  /**
   * Sort-based greedy: takes out the k vertices ranked highest, trims, and repeats. O(V²/k + V +
   * E). The paper's choice.
   */
  SORT,
  /**
   * Component-based greedy: takes the vertex ranked highest out of every strong component, trims,
   * splits again. O(V · (V + E)).
   */
  SCC,
  /** {@link #SCC}, with {@link #EXACT}, which counts, for the components up to a threshold. */
  HYBRID,
  /**
   * {@link #SCC} with random vertices; a baseline. It goes neither by policy nor by what is
   * repairable.
   */
  RANDOM,
  /** The smallest of three runs of {@link #RANDOM}, repairable or not; a baseline. */
  RANDOM3,
  /**
   * A smallest set, by search in every strong component. Exponential; where the search budget ends
   * first it goes on as {@link #SCC}, and {@link Reorderer#proven()} is false. What is repairable
   * and the policy only say what is tried first, so they are a preference among the smallest sets:
   * one transaction that aborts is taken rather than two that are repaired.
   */
  EXACT,
  /**
   * The default: a set that weighs least, with weights by policy, past the paper: on rows of bits,
   * by the reductions and the search of the literature on directed feedback vertex sets. {@code mc}
   * and the other policies by degree weigh all alike, {@code rct} weighs more restarts above all
   * fewer ones, {@code rdeg} 2^restarts, and {@code weight} what the caller says.
   *
   * <p>The least is lexicographic: first the victims that are not repairable weigh as little as
   * they can together, then, among such sets, the repairable ones do.
   *
   * <p>Exponential at worst; where the node budget ends first the set is the best found, and {@link
   * Reorderer#proven()} is false. Batches of more than 1,024 transactions are left to {@link
   * #SORT}.
   */
  OPTIMAL;

  /** The name used in configuration and on the command line: {@code sort}, {@code scc}, ... */
  public String optionName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * The solver of an {@link #optionName}.
   *
   * @throws IllegalArgumentException when there is none, naming those there are
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
