package dev.yardmaster.benchmarks.experiment.batching;

import dev.yardmaster.reorder.Policy;
import dev.yardmaster.reorder.ReorderConfig;
import dev.yardmaster.reorder.Solver;
import java.util.List;

/**
 * An algorithm that finds a feedback vertex set.
 *
 * @param name the name in the paper, section 5.1
 * @param exact whether the algorithm is an exact search; the result of an exact search that was
 *     stopped is useless
 */
record Algorithm(String name, ReorderConfig config, boolean exact) {

  static final String RANDOM = "random";
  static final String RANDOM_3 = "random_3";
  static final String GREEDY_MAX = "greedy_max";
  static final String GREEDY_SUM = "greedy_sum";
  static final String GREEDY_PROD = "greedy_prod";
  static final String GREEDY_SORT = "greedy_sort";
  static final String HYBRID_10 = "hybrid_10";
  static final String HYBRID_15 = "hybrid_15";
  static final String HYBRID_20 = "hybrid_20";
  static final String SEARCH = "search";

  /**
   * The name of this project's optimal solver. Its search stops at the same bound as in the
   * pipeline.
   */
  static final String OPTIMAL = "optimal (ours)";

  /** The number of nodes of the search tree after which an exact search stops on a graph. */
  static final long MAX_NODES = 100_000;

  /**
   * Returns all algorithms: the paper's algorithms, in the paper's order, and the optimal solver of
   * this project.
   */
  static List<Algorithm> all() {
    return List.of(
        of(RANDOM, Solver.RANDOM),
        of(RANDOM_3, Solver.RANDOM3),
        greedy(GREEDY_MAX, Policy.MAX_DEGREE),
        greedy(GREEDY_SUM, Policy.SUM_DEGREE),
        greedy(GREEDY_PROD, Policy.PROD_DEGREE),
        of(GREEDY_SORT, Solver.SORT),
        hybrid(HYBRID_10, 10),
        hybrid(HYBRID_15, 15),
        hybrid(HYBRID_20, 20),
        new Algorithm(SEARCH, config(Solver.EXACT), true),
        of(OPTIMAL, Solver.OPTIMAL));
  }

  private static ReorderConfig config(Solver solver) {
    return ReorderConfig.DEFAULT
        .withSolver(solver)
        .withPolicy(Policy.PROD_DEGREE)
        .withMultiFactor(2)
        .withSearchBudget(MAX_NODES);
  }

  private static Algorithm of(String name, Solver solver) {
    return new Algorithm(name, config(solver), false);
  }

  private static Algorithm greedy(String name, Policy policy) {
    return new Algorithm(name, config(Solver.SCC).withPolicy(policy), false);
  }

  private static Algorithm hybrid(String name, int threshold) {
    return new Algorithm(name, config(Solver.HYBRID).withHybridThreshold(threshold), false);
  }
}
