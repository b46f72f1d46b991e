package dev.yardmaster.reorder;

import java.util.Locale;

/**
 * Ranks the vertices of the conflict graph: the highest-ranked goes into the feedback vertex set
 * first, so it is the most likely victim (Ding, Kot and Gehrke, PVLDB 12(2), section 4.2). Degrees
 * are those in the remaining graph or strong component. In a tie, the younger transaction (the
 * higher index) ranks higher.
 *
 * <p>A policy orders transactions of one kind: repairable transactions ({@link
 * AccessSets#repairable}) rank above all others under every policy. {@link Solver#OPTIMAL} uses
 * weights that depend on the policy instead of ranks.
 */
public enum Policy {
  /** A new random ranking for every batch; a baseline. */
  RANDOM,
  /** The larger of in-degree and out-degree. */
  MAX_DEGREE,
  /** In-degree plus out-degree. */
  SUM_DEGREE,
  /** In-degree times out-degree: aims at the fewest victims. The default; {@code mc} for short. */
  PROD_DEGREE,
  /** The fewest restarts first, then the product of degrees: aims at short tails. */
  RCT,
  /** The product of degrees, halved for every restart: between {@link #PROD_DEGREE} and RCT. */
  RDEG,
  /** The lowest caller's weight first, then the product of degrees: aims at committed value. */
  WEIGHT;

  /**
   * Returns the name in configuration and on the command line: {@code prod-degree}, {@code rct},
   * ...
   */
  public String optionName() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * Returns the policy of an {@link #optionName}, or of {@code mc}, the experiments' name for
   * {@link #PROD_DEGREE}.
   *
   * @throws IllegalArgumentException when there is no such policy; the message lists the known ones
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
