package dev.yardmaster.reorder.optimal;

/**
 * The undecided vertices of a weighted graph of at most 64 vertices. Rules decide whether a vertex
 * is taken into the feedback vertex set or stays out of it. Every rule preserves at least one
 * optimum.
 *
 * <p>w(v) is the weight of v. Two vertices u and v are partners if there are edges in both
 * directions. The rules, whose sources are listed below, are:
 *
 * <ol>
 *   <li><em>Self-loop</em> [1]: take v. Conflict graphs have no self-loops. Only a bypass would
 *       create self-loops, at the partners of the vertex that stays out. So the bypass takes these
 *       partners.
 *   <li><em>No predecessor or no successor</em> [1]: v stays out and is dropped.
 *   <li><em>Bypass</em> [1, 2]: divide the predecessors of v, or the successors of v, into cliques
 *       of partners. If the heaviest members of the cliques together weigh no more than v, then v
 *       may stay out of the set. The reason: an optimum that takes v also takes all vertices of
 *       each clique except at most one. It can take these remaining vertices instead of v, and is
 *       then not heavier. A vertex that stays out is replaced by edges from each predecessor to
 *       each successor. A single predecessor or successor is one clique of one vertex; this case is
 *       tried first.
 *   <li><em>Dominance</em> [3], for partners u and v with w(u) ≤ w(v): take u if all other
 *       predecessors of v are predecessors of u, and all other successors of v are successors of u.
 *       The reason: in any set without u, u can replace v. Also take u if all other predecessors of
 *       v, or all other successors of v, are partners of u. The reason: a set without u takes all
 *       these partners, and then the only cycle of v is its cycle with u.
 *   <li><em>Dominated edge</em> (DOME) [2]: drop the edge u → v, where u and v are not partners, in
 *       two cases. In the first case, all predecessors of u except its partners are predecessors of
 *       v. In the second case, all successors of v except its partners are successors of u. Each
 *       cycle through the edge then contains the vertices of a shorter cycle.
 * </ol>
 *
 * <p>Rules 1, 2 and 5 hold for all weights. Rows never have self-loops, and rules 3 and 4 rely on
 * this. Most tests of rules 3 to 5 fail, so each test intersects rows and stops as soon as the
 * intersection is empty.
 *
 * <p>A row is masked with the set of remaining vertices only when the row is read, so that one
 * operation drops a vertex.
 *
 * <p>Sources: [1] Levy and Low, A contraction algorithm for finding small cycle cutsets, Journal of
 * Algorithms 9(4), 1988. [2] Lin and Jou, On computing the minimum feedback vertex set of a
 * directed graph by contraction operations, IEEE Transactions on Computer-Aided Design 19(3), 2000.
 * [3] The vertex-cover rules that the solvers of the PACE 2022 challenge (Großmann, Heuer, Schulz
 * and Strash, The PACE 2022 parameterized algorithms and computational experiments challenge:
 * directed feedback vertex set, IPEC 2022) carry over to directed graphs.
 */
public final class SmallKernel {
  private final long[] out = new long[SmallConflictGraph.MAX_SIZE];
  private final long[] in = new long[SmallConflictGraph.MAX_SIZE];
  private long[] weights = new long[0];
  private int size;
  private long live;
  private long taken;
  private long takenWeight;
  private long pending;
  private long untried;

  /** Loads the subgraph of the given vertices of a graph. */
  public void load(long[] graphOut, long[] graphIn, int graphSize, long vertices, long[] ofVertex) {
    System.arraycopy(graphOut, 0, out, 0, graphSize);
    System.arraycopy(graphIn, 0, in, 0, graphSize);
    weights = ofVertex;
    size = graphSize;
    live = vertices;
    pending = vertices;
    taken = 0;
    takenWeight = 0;
  }

  /** Loads the current state of another kernel. */
  public void load(SmallKernel other) {
    load(other.out, other.in, other.size, other.live, other.weights);
    pending = other.pending;
    taken = other.taken;
    takenWeight = other.takenWeight;
  }

  /** Returns the set of the vertices from 0 to {@code count - 1}. */
  public static long all(int count) {
    return count == Long.SIZE ? -1L : (1L << count) - 1;
  }

  public long[] out() {
    return out;
  }

  long[] in() {
    return in;
  }

  long weight(int v) {
    return weights[v];
  }

  /** Returns the weight of a set. */
  long weight(long set) {
    long weight = 0;
    for (long rest = set; rest != 0; rest &= rest - 1) {
      weight += weights[Long.numberOfTrailingZeros(rest)];
    }
    return weight;
  }

  long[] weights() {
    return weights;
  }

  /** Returns the vertices that are not yet decided. */
  public long live() {
    return live;
  }

  /** Returns the vertices that were taken since the graph was loaded. */
  public long taken() {
    return taken;
  }

  public long takenWeight() {
    return takenWeight;
  }

  /** Returns the remaining vertices that are partners of v. */
  long partners(int v) {
    return out[v] & in[v] & live;
  }

  void take(int v) {
    taken |= 1L << v;
    takenWeight += weights[v];
    drop(v);
  }

  /**
   * Decides that v stays out. Takes the partners of v, and adds an edge from each remaining
   * predecessor of v to each remaining successor of v.
   */
  void keep(int v) {
    drop(v);
    for (long rest = partners(v); rest != 0; rest &= rest - 1) {
      take(Long.numberOfTrailingZeros(rest));
    }
    long successors = out[v] & live;
    long predecessors = in[v] & live;
    if (successors == 0 || predecessors == 0) {
      return;
    }
    for (long rest = predecessors; rest != 0; rest &= rest - 1) {
      out[Long.numberOfTrailingZeros(rest)] |= successors;
    }
    for (long rest = successors; rest != 0; rest &= rest - 1) {
      in[Long.numberOfTrailingZeros(rest)] |= predecessors;
    }
  }

  /** Applies rules 1 and 2, and rule 3 for single neighbours, until no rule applies. */
  void reduceLocally() {
    pending &= live;
    while (pending != 0) {
      int v = Long.numberOfTrailingZeros(pending);
      pending &= pending - 1;
      untried |= 1L << v; // A neighbour of v has changed, so rules may apply to v again.
      decide(v);
      pending &= live;
    }
  }

  /** Marks the local rules as tried on all remaining vertices. */
  void settle() {
    pending = 0;
  }

  /** Tries the local rules on v. Returns false if no rule applies. */
  boolean decide(int v) {
    long successors = out[v] & live;
    long predecessors = in[v] & live;
    if (successors == 0 || predecessors == 0) {
      drop(v);
      return true;
    }
    if (isSingleWithin(successors, weights[v]) || isSingleWithin(predecessors, weights[v])) {
      keep(v);
      return true;
    }
    return false;
  }

  /** Applies all rules until no rule applies. Rule 5 is tried only once for each edge. */
  public void reduce() {
    reduceByNeighbourhood(live);
    if (live != 0) {
      pending = dropDominatedEdges();
      reduceByNeighbourhood(pending);
    }
  }

  private void drop(int v) {
    live &= ~(1L << v);
    pending |= out[v] | in[v];
  }

  private void reduceByNeighbourhood(long vertices) {
    untried = vertices;
    long ahead = -1L; // After a change, the sweep continues with the next vertex.
    while (true) {
      reduceLocally();
      untried &= live;
      if (untried == 0) {
        return;
      }
      long next = (untried & ahead) != 0 ? untried & ahead : untried;
      int v = Long.numberOfTrailingZeros(next);
      untried ^= 1L << v;
      ahead = -1L << v;
      if (mayStayOut(v)) {
        keep(v);
      } else {
        takeDominating(v);
      }
    }
  }

  private boolean isSingleWithin(long neighbours, long weight) {
    return (neighbours & (neighbours - 1)) == 0
        && weights[Long.numberOfTrailingZeros(neighbours)] <= weight;
  }

  private boolean mayStayOut(int v) {
    long weight = weights[v];
    return splitsIntoCliques(out[v] & live, weight) || splitsIntoCliques(in[v] & live, weight);
  }

  private boolean splitsIntoCliques(long vertices, long mostWeight) {
    long weight = 0;
    for (long rest = vertices; rest != 0; ) {
      int v = Long.numberOfTrailingZeros(rest);
      rest &= rest - 1;
      long heaviest = weights[v];
      for (long joining = rest & out[v] & in[v]; joining != 0; ) {
        if (joining != rest && weight + heaviest >= mostWeight) {
          return false; // The other neighbours need another clique, which weighs at least 1.
        }
        int u = Long.numberOfTrailingZeros(joining);
        rest ^= 1L << u;
        heaviest = Math.max(heaviest, weights[u]);
        joining &= out[u] & in[u];
      }
      weight += heaviest;
      if (weight > mostWeight) {
        return false;
      }
    }
    return true;
  }

  private void takeDominating(int v) {
    long successors = out[v] & live;
    long predecessors = in[v] & live;
    // A dominating vertex is a successor of all predecessors of v, or a predecessor of all
    // successors of v.
    long succeeding = successors & predecessors;
    for (long rest = predecessors; rest != 0 && succeeding != 0; rest &= rest - 1) {
      succeeding &= out[Long.numberOfTrailingZeros(rest)] | (rest & -rest);
    }
    long preceding = successors & predecessors;
    for (long rest = successors; rest != 0 && preceding != 0; rest &= rest - 1) {
      preceding &= in[Long.numberOfTrailingZeros(rest)] | (rest & -rest);
    }
    for (long rest = succeeding | preceding; rest != 0; rest &= rest - 1) {
      int u = Long.numberOfTrailingZeros(rest);
      long unpartnered = ~((out[u] & in[u]) | (1L << u));
      if (((succeeding & preceding & (1L << u)) != 0
              || (predecessors & unpartnered) == 0
              || (successors & unpartnered) == 0)
          && weights[u] <= weights[v]) {
        take(u);
        return;
      }
    }
  }

  /** Tries rule 5 once on each edge. Returns the vertices at the ends of the dropped edges. */
  private long dropDominatedEdges() {
    return dropDominated(in, out) | dropDominated(out, in);
  }

  /**
   * For each u, drops edges between u and its neighbours in {@code to}. Consider the neighbours of
   * u in {@code from} that are not partners of u. The edge between u and v is dropped if v is a
   * neighbour in {@code to} of each of these vertices. Returns the ends of the dropped edges.
   */
  private long dropDominated(long[] from, long[] to) {
    long ends = 0;
    for (long rest = live; rest != 0; rest &= rest - 1) {
      int u = Long.numberOfTrailingZeros(rest);
      long dominated = to[u] & ~from[u] & live;
      for (long before = from[u] & ~to[u] & live;
          before != 0 && dominated != 0;
          before &= before - 1) {
        dominated &= to[Long.numberOfTrailingZeros(before)];
      }
      if (dominated != 0) {
        to[u] &= ~dominated;
        ends |= dominated | (1L << u);
        for (long heads = dominated; heads != 0; heads &= heads - 1) {
          from[Long.numberOfTrailingZeros(heads)] &= ~(1L << u);
        }
      }
    }
    return ends;
  }
}
