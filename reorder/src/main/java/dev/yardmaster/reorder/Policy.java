package dev.yardmaster.reorder;

import java.util.Locale;

/**
 * Ranks the vertices of the conflict graph (Ding, Kot and Gehrke, PVLDB 12(2), section 4.2). The
 * highest-ranked vertex enters the feedback vertex set first, so its transaction is the most likely
 * victim. The solver decides whether degrees are counted in the whole remaining graph or in a
 * strong component of it. If two vertices rank equally, the younger transaction ranks higher; it
 * has the higher index.
 *
 * <p>Under every policy, repairable transactions ({@link AccessSets#repairable}) rank above all
 * other transactions. The policy only ranks the transactions within each of these two kinds. {@link
 * Solver#OPTIMAL} uses no ranks, but weights that depend on the policy.
 */
public enum Policy {
  /** A baseline: every batch gets a new random ranking. */
  RANDOM,
  /** The larger of in-degree and out-degree. */
  MAX_DEGREE,
  /** In-degree plus out-degree. */
  SUM_DEGREE,
  /**
   * In-degree times out-degree. This policy aims at a minimal number of victims. This policy is the
   * default; its short name is {@code mc}.
   */
  PROD_DEGREE,
  /**
   * The fewest restarts first, then the product of degrees. This policy aims at a low tail latency.
   */
  RCT,
  /**
   * The product of degrees, halved once for each restart. This policy is a compromise between
   * {@link #PROD_DEGREE} and {@link #RCT}.
   */
  RDEG,
  /**
   * The lowest weight first, as given by the caller, then the product of degrees. This policy aims
   * at the highest total weight of the committed transactions.
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
