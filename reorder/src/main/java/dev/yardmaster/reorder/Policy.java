package dev.yardmaster.reorder;

import java.util.Locale;

/**
 * Ranks the vertices of the conflict graph: the highest-ranked goes into the feedback vertex set
 * first, so it is the likeliest victim (Ding, Kot and Gehrke, PVLDB 12(2), section 4.2). Degrees
 * are those in the graph, or strong component, that is left at that moment. Where a policy leaves a
 * tie, the youngest transaction (the highest index) ranks higher.
 *
 * <p>A policy orders transactions of one kind: those that are repairable ({@link
 * AccessSets#repairable}) rank above all that are not, whatever the policy. {@link Solver#OPTIMAL}
 * takes weights from the policy in place of ranks.
 */
public enum Policy {
  /** A ranking drawn anew for every batch; a baseline. */
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

  /** The name in configuration and on the command line: {@code prod-degree}, {@code rct}, ... */
  public String optionName() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * The policy of an {@link #optionName}, or of {@code mc}, the experiments' name for {@link
   * #PROD_DEGREE}.
   *
   * @throws IllegalArgumentException when there is none, naming those there are
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
