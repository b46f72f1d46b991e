package dev.yardmaster.reorder;

import java.util.Locale;

/**
 * Ranks the vertices of the conflict graph (Ding, Kot and Gehrke, PVLDB 12(2), section 4.2). The
 * highest-ranked vertex enters the feedback vertex set first, so its transaction is the most likely
 * victim. Degrees are counted in the graph, or in the strong component, that is left after earlier
 * removals. If two vertices rank equally, the younger transaction, which has the higher index,
 * ranks higher.
 *
 * <p>A policy orders the transactions of one kind. Under every policy, repairable transactions
 * ({@link AccessSets#repairable}) rank above all others. {@link Solver#OPTIMAL} uses weights that
 * depend on the policy instead of ranks.
 */
public enum Policy {
  /** A baseline: every batch gets a new random ranking. */
  RANDOM,
  /** The larger of in-degree and out-degree. */
  MAX_DEGREE,
  /** In-degree plus out-degree. */
  SUM_DEGREE,
  /**
   * In-degree times out-degree, which aims at a minimal number of victims. The product of degrees
   * is the default policy; its short name is {@code mc}.
   */
  PROD_DEGREE,
  /** The fewest restarts first, then the product of degrees, which aims at a low tail latency. */
  RCT,
  /**
   * The product of degrees, halved for every restart, which is a compromise between {@link
   * #PROD_DEGREE} and RCT.
   */
  RDEG,
  /**
   * The lowest weight from the caller first, then the product of degrees, which aims at the highest
   * committed value.
   */
  WEIGHT;

  /**
   * Returns the name that is used in configuration and on the command line, for example {@code
   * prod-degree} or {@code rct}.
   */
  public String optionName() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * Returns the policy with an {@link #optionName}. The experiments' name {@code mc} means {@link
   * #PROD_DEGREE}.
   *
   * @throws IllegalArgumentException if there is no such policy; the message lists the known
   *     policies
   */
  public static Policy of(String optionName) {
    if ("mc".equals(optionName)) {
      return PROD_DEGREE;
    }
    StringBuilder known = new StringBuilder("mc");
    for (Policy policy : values()) {
      if (policy.optionName().equals(optionName)) {
        return policy;
      }
      known.append(", ").append(policy.optionName());
    }
    throw new IllegalArgumentException("policy=" + optionName + " must be one of " + known);
  }
}
