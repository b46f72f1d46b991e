package dev.yardmaster.proof.checker;

import java.util.Arrays;
import org.jspecify.annotations.NullUnmarked;

/**
 * Reduces a large core (the transactions that may be on cycles) to a smaller set that still has a
 * cycle. The reduction divides the core into parts and tries to omit one part after the other, the
 * latest part first. A part is omitted if the remaining transactions still have a core. This is the
 * <i>ddmin</i> algorithm of Zeller and Hildebrandt, <i>Simplifying and Isolating Failure-Inducing
 * Input</i>, TSE 2002. If there are many cycles, each step halves the core.
 */
@NullUnmarked // Internal: fields and results may be null.
final class CoreReduction {

  /**
   * The maximum number of parts into which the core is divided. If none of these parts can be
   * omitted, the core is essentially one long cycle.
   */
  private static final int MAX_PARTS = 64;

  private final DependencyGraph graph;
  private final Peeling peeling;
  private final boolean[] keep;

  CoreReduction(DependencyGraph graph, Peeling peeling) {
    this.graph = graph;
    this.peeling = peeling;
    this.keep = new boolean[graph.transactions()];
  }

  /**
   * Returns the size of the transactions' graph: the number of transactions plus the number of
   * accesses.
   */
  long weight(Members members) {
    long weight = members.size();
    for (int transaction : members.byBegin()) {
      weight += graph.accesses(transaction);
    }
    return weight;
  }

  /**
   * Returns a reduced core, which is a subset of the given core. The size of the result is at most
   * {@code maxWeight}, unless no part can be omitted.
   */
  Members reduce(Members core, Level level, long maxWeight) {
    Members reduced = core;
    int parts = 2;
    while (weight(reduced) > maxWeight && parts <= Math.min(MAX_PARTS, reduced.size())) {
      Members smaller = withoutAPart(reduced, level, parts);
      if (smaller == null) {
        parts *= 2;
      } else {
        reduced = smaller;
        parts = Math.max(2, parts - 1);
      }
    }
    return reduced;
  }

  private Members withoutAPart(Members members, Level level, int parts) {
    for (int part = parts - 1; part >= 0; part--) {
      int from = (int) ((long) members.size() * part / parts);
      int to = (int) ((long) members.size() * (part + 1) / parts);
      Members core = peeling.core(without(members, from, to), level);
      if (!core.isEmpty()) {
        return core;
      }
    }
    return null;
  }

  private Members without(Members members, int from, int to) {
    Arrays.fill(keep, false);
    for (int at = 0; at < members.size(); at++) {
      keep[members.byBegin()[at]] = at < from || at >= to;
    }
    return members.retain(keep, members.size() - (to - from));
  }
}
