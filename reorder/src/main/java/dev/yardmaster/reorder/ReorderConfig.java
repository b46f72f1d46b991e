package dev.yardmaster.reorder;

import java.util.Objects;

/**
 * The settings of a {@code Reorderer}.
 *
 * @param solver the algorithm that finds the feedback vertex set
 * @param policy the policy that ranks transactions as victims; {@link Solver#RANDOM} and {@link
 *     Solver#RANDOM3} ignore the policy
 * @param multiFactor the number of vertices that {@link Solver#SORT} takes in each step, 1 to
 *     {@link AccessSets#MAX_TRANSACTIONS}
 * @param hybridThreshold the size, in vertices, of the largest strong component that {@link
 *     Solver#HYBRID} searches exactly, 0 to {@link #MAX_SEARCHED_COMPONENT}
 * @param searchBudget the number of search-tree nodes that {@link Solver#EXACT} and {@link
 *     Solver#HYBRID} may visit for a batch, 1 or more
 * @param nodeBudget the number of search-tree nodes that {@link Solver#OPTIMAL} may visit for a
 *     batch; if the budget is 0, the solver applies its local rules and then chooses greedily
 * @param seed the seed of the random rankings
 */
public record ReorderConfig(
    Solver solver,
    Policy policy,
    int multiFactor,
    int hybridThreshold,
    long searchBudget,
    long nodeBudget,
    long seed) {

  /**
   * The size, in vertices, of the largest strong component that a solver searches exactly. The
   * limit bounds the depth and the memory of the search.
   */
  public static final int MAX_SEARCHED_COMPONENT = 512;

  /**
   * The default settings. They aim at a minimal number of victims, with a search of at most 1,000
   * nodes. The settings for the paper's solvers come from section 5 of the paper: product of
   * degrees, two vertices in each step.
   */
  public static final ReorderConfig DEFAULT =
      new ReorderConfig(Solver.OPTIMAL, Policy.PROD_DEGREE, 2, 10, 100_000, 1_000, 0);

  /**
   * Checks every value.
   *
   * @throws IllegalArgumentException if a number is out of its range
   * @throws NullPointerException if the solver or the policy is null
   */
  public ReorderConfig {
    Objects.requireNonNull(solver, "solver");
    Objects.requireNonNull(policy, "policy");
    requireRange("multiFactor", multiFactor, 1, AccessSets.MAX_TRANSACTIONS);
    requireRange("hybridThreshold", hybridThreshold, 0, MAX_SEARCHED_COMPONENT);
    requireRange("searchBudget", searchBudget, 1, Long.MAX_VALUE);
    requireRange("nodeBudget", nodeBudget, 0, Long.MAX_VALUE);
  }

  /** Returns the same settings with another solver. */
  public ReorderConfig withSolver(Solver other) {
    return new ReorderConfig(
        other, policy, multiFactor, hybridThreshold, searchBudget, nodeBudget, seed);
  }

  /** Returns the same settings with another policy. */
  public ReorderConfig withPolicy(Policy other) {
    return new ReorderConfig(
        solver, other, multiFactor, hybridThreshold, searchBudget, nodeBudget, seed);
  }

  /** Returns the same settings with another multi-factor. */
  public ReorderConfig withMultiFactor(int other) {
    return new ReorderConfig(
        solver, policy, other, hybridThreshold, searchBudget, nodeBudget, seed);
  }

  /** Returns the same settings with another threshold. */
  public ReorderConfig withHybridThreshold(int other) {
    return new ReorderConfig(solver, policy, multiFactor, other, searchBudget, nodeBudget, seed);
  }

  /** Returns the same settings with another search budget. */
  public ReorderConfig withSearchBudget(long other) {
    return new ReorderConfig(solver, policy, multiFactor, hybridThreshold, other, nodeBudget, seed);
  }

  /** Returns the same settings with another node budget. */
  public ReorderConfig withNodeBudget(long other) {
    return new ReorderConfig(
        solver, policy, multiFactor, hybridThreshold, searchBudget, other, seed);
  }

  /** Returns the same settings with another seed. */
  public ReorderConfig withSeed(long other) {
    return new ReorderConfig(
        solver, policy, multiFactor, hybridThreshold, searchBudget, nodeBudget, other);
  }

  private static void requireRange(String name, long value, long least, long most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          name + "=" + value + " must be from " + least + " to " + most);
    }
  }
}
