package dev.yardmaster.reorder;

import java.util.Arrays;

/**
 * What is left of a weighted graph of more than 64 vertices while rules that keep an optimum decide
 * vertices: {@link SmallKernel}, with its rules and sources, over rows of several words.
 */
final class WideKernel {
  private static final int NO_VERTEX = -1;
  private static final int SEVERAL = -2;

  private int size;
  private int words;
  private long[] out = new long[0];
  private long[] in = new long[0];
  private long[] weights = new long[0];

  private long[] live = new long[0];
  private long[] taken = new long[0];
  private long[] pending = new long[0];
  private int liveCount;
  private long takenWeight;

  private long[] untried = new long[0];
  private long[] rest = new long[0];
  private long[] joining = new long[0];

  /** Begins with the given vertices of a graph; the weights are not copied. */
  void load(long[] graphOut, long[] graphIn, int graphSize, long[] vertices, long[] ofVertex) {
    size = graphSize;
    words = WideConflictGraph.words(size);
    reserve();
    System.arraycopy(graphOut, 0, out, 0, size * words);
    System.arraycopy(graphIn, 0, in, 0, size * words);
    System.arraycopy(vertices, 0, live, 0, words);
    System.arraycopy(vertices, 0, pending, 0, words);
    Arrays.fill(taken, 0, words, 0);
    weights = ofVertex;
    liveCount = WideConflictGraph.count(live, words);
    takenWeight = 0;
  }

  /** Begins where another one is. */
  void load(WideKernel other) {
    load(other.out, other.in, other.size, other.live, other.weights);
    System.arraycopy(other.pending, 0, pending, 0, words);
    System.arraycopy(other.taken, 0, taken, 0, words);
    takenWeight = other.takenWeight;
  }

  int size() {
    return size;
  }

  int words() {
    return words;
  }

  long[] out() {
    return out;
  }

  long[] in() {
    return in;
  }

  long weight(int v) {
    return weights[v];
  }

  /** The weight of a set. */
  long weight(long[] set) {
    long weight = 0;
    for (int v = next(set, 0); v >= 0; v = next(set, v + 1)) {
      weight += weights[v];
    }
    return weight;
  }

  /** The vertices not yet decided. */
  long[] live() {
    return live;
  }

  int liveCount() {
    return liveCount;
  }

  /** The vertices taken since the graph was loaded. */
  long[] taken() {
    return taken;
  }

  long takenWeight() {
    return takenWeight;
  }

  /** How many of the vertices left v has edges to and from. */
  int partners(int v) {
    int count = 0;
    for (int i = 0, row = v * words; i < words; i++) {
      count += Long.bitCount(out[row + i] & in[row + i] & live[i]);
    }
    return count;
  }

  int degree(long[] rows, int v) {
    int count = 0;
    for (int i = 0, row = v * words; i < words; i++) {
      count += Long.bitCount(rows[row + i] & live[i]);
    }
    return count;
  }

  void take(int v) {
    taken[v >>> 6] |= 1L << v;
    takenWeight += weights[v];
    drop(v);
  }

  /** Decides that v stays out: joins each predecessor to each successor. */
  void keep(int v) {
    drop(v);
    joinAll(in, out, v);
    joinAll(out, in, v);
  }

  /** Applies rules 1 and 2, and 3 for single neighbours, until none applies. */
  void reduceLocally() {
    for (int word = 0; word < words; ) {
      long bits = pending[word] & live[word];
      if (bits == 0) {
        pending[word] = 0;
        word++;
        continue;
      }
      pending[word] = bits & (bits - 1);
      untried[word] |= bits & -bits; // Its neighbourhood is not what it was.
      if (decide((word << 6) + Long.numberOfTrailingZeros(bits))) {
        word = 0;
      }
    }
  }

  /**
   * Applies all rules, but rule 5 only once to each edge, until none applies or a sweep ends with
   * few enough vertices left.
   */
  void reduce(int fewEnough) {
    reduceByNeighbourhood(fewEnough);
    if (liveCount > fewEnough && dropDominatedEdges()) {
      System.arraycopy(live, 0, pending, 0, words);
      reduceByNeighbourhood(fewEnough);
    }
  }

  /**
   * Copies the subgraph of the vertices left, numbered by rising number of partners.
   *
   * @param origin receives the vertex that has each number
   * @param toWords the words of a row of the copy
   */
  void extract(int[] origin, int[] number, int toWords, long[] toOut, long[] toIn) {
    int count = 0;
    for (int v = next(live, 0); v >= 0; v = next(live, v + 1)) {
      int partners = partners(v);
      number[v] = partners;
      int place = count++;
      for (; place > 0 && number[origin[place - 1]] > partners; place--) {
        origin[place] = origin[place - 1];
      }
      origin[place] = v;
    }
    for (int i = 0; i < count; i++) {
      number[origin[i]] = i;
    }
    for (int i = 0; i < count; i++) {
      extractRow(out, origin[i], number, toOut, i * toWords, toWords);
      extractRow(in, origin[i], number, toIn, i * toWords, toWords);
    }
  }

  /** The first vertex of a set from {@code v} on, or -1. */
  int next(long[] set, int v) {
    int word = v >>> 6;
    if (word >= words) {
      return NO_VERTEX;
    }
    long bits = set[word] & (-1L << v);
    while (bits == 0) {
      if (++word == words) {
        return NO_VERTEX;
      }
      bits = set[word];
    }
    return (word << 6) + Long.numberOfTrailingZeros(bits);
  }

  private void extractRow(long[] rows, int v, int[] number, long[] to, int at, int toWords) {
    Arrays.fill(to, at, at + toWords, 0);
    for (int i = 0, row = v * words; i < words; i++) {
      for (long bits = rows[row + i] & live[i]; bits != 0; bits &= bits - 1) {
        int w = number[(i << 6) + Long.numberOfTrailingZeros(bits)];
        to[at + (w >>> 6)] |= 1L << w;
      }
    }
  }

  private void drop(int v) {
    live[v >>> 6] &= ~(1L << v);
    liveCount--;
    for (int i = 0, row = v * words; i < words; i++) {
      pending[i] |= out[row + i] | in[row + i];
    }
  }

  /** Adds v's row of {@code to} to that row of each vertex in v's row of {@code from}. */
  private void joinAll(long[] from, long[] to, int v) {
    int row = v * words;
    for (int i = 0; i < words; i++) {
      for (long bits = from[row + i] & live[i]; bits != 0; bits &= bits - 1) {
        int joined = ((i << 6) + Long.numberOfTrailingZeros(bits)) * words;
        for (int k = 0; k < words; k++) {
          to[joined + k] |= to[row + k];
        }
      }
    }
  }

  private boolean decide(int v) {
    if ((out[v * words + (v >>> 6)] & (1L << v)) != 0) {
      take(v);
      return true;
    }
    int successor = onlyNeighbour(out, v);
    int predecessor = onlyNeighbour(in, v);
    if (successor == NO_VERTEX || predecessor == NO_VERTEX) {
      drop(v);
      return true;
    }
    if ((successor >= 0 && weights[successor] <= weights[v])
        || (predecessor >= 0 && weights[predecessor] <= weights[v])) {
      keep(v);
      return true;
    }
    return false;
  }

  private int onlyNeighbour(long[] rows, int v) {
    int only = NO_VERTEX;
    for (int i = 0, row = v * words; i < words; i++) {
      long bits = rows[row + i] & live[i];
      if (bits != 0) {
        if (only != NO_VERTEX || (bits & (bits - 1)) != 0) {
          return SEVERAL;
        }
        only = (i << 6) + Long.numberOfTrailingZeros(bits);
      }
    }
    return only;
  }

  private void reduceByNeighbourhood(int fewEnough) {
    System.arraycopy(live, 0, untried, 0, words);
    int v = -1;
    while (true) {
      reduceLocally();
      for (int i = 0; i < words; i++) {
        untried[i] &= live[i];
      }
      // Sweeps on, rather than back to what the last step changed.
      v = next(untried, v + 1);
      if (v < 0) {
        v = next(untried, 0);
        if (v < 0 || liveCount <= fewEnough) {
          return;
        }
      }
      untried[v >>> 6] &= ~(1L << v);
      if (splitsIntoCliques(out, v) || splitsIntoCliques(in, v)) {
        keep(v);
      } else {
        takeDominating(v);
      }
    }
  }

  /** Rule 3: the cliques' heaviest members together weigh no more than v. */
  private boolean splitsIntoCliques(long[] rows, int v) {
    int row = v * words;
    for (int i = 0; i < words; i++) {
      rest[i] = rows[row + i] & live[i];
    }
    long weight = 0;
    for (int u = next(rest, 0); u >= 0; u = next(rest, u)) {
      weight += takeClique(u);
      if (weight > weights[v]) {
        return false;
      }
    }
    return true;
  }

  /** Takes u and a clique of its partners out of {@code rest}; the weight of the heaviest. */
  private long takeClique(int u) {
    long heaviest = weights[u];
    rest[u >>> 6] &= ~(1L << u);
    int row = u * words;
    for (int i = 0; i < words; i++) {
      joining[i] = rest[i] & out[row + i] & in[row + i];
    }
    for (int i = 0; i < words; i++) {
      while (joining[i] != 0) {
        int w = (i << 6) + Long.numberOfTrailingZeros(joining[i]);
        rest[i] &= ~(1L << w);
        heaviest = Math.max(heaviest, weights[w]);
        int joined = w * words;
        for (int k = i; k < words; k++) {
          joining[k] &= out[joined + k] & in[joined + k];
        }
      }
    }
    return heaviest;
  }

  /** Rule 4. */
  private void takeDominating(int v) {
    int row = v * words;
    for (int i = 0; i < words; i++) {
      for (long bits = out[row + i] & in[row + i] & live[i]; bits != 0; bits &= bits - 1) {
        int u = (i << 6) + Long.numberOfTrailingZeros(bits);
        if (weights[u] <= weights[v] && dominates(u, v)) {
          take(u);
          return;
        }
      }
    }
  }

  private boolean dominates(int u, int v) {
    long foreign = 0; // Neighbours of v that are not such neighbours of u.
    long unpartneredIn = 0;
    long unpartneredOut = 0;
    for (int i = 0, a = u * words, b = v * words; i < words; i++) {
      long others = live[i] & (i == u >>> 6 ? ~(1L << u) : -1L);
      long predecessors = in[b + i] & others;
      long successors = out[b + i] & others;
      foreign |= (predecessors & ~in[a + i]) | (successors & ~out[a + i]);
      long partners = in[a + i] & out[a + i];
      unpartneredIn |= predecessors & ~partners;
      unpartneredOut |= successors & ~partners;
      if (foreign != 0 && unpartneredIn != 0 && unpartneredOut != 0) {
        return false;
      }
    }
    return true;
  }

  /** Rule 5, once for each edge. */
  private boolean dropDominatedEdges() {
    boolean dropped = false;
    for (int u = next(live, 0); u >= 0; u = next(live, u + 1)) {
      int row = u * words;
      for (int i = 0; i < words; i++) {
        for (long bits = out[row + i] & ~in[row + i] & live[i]; bits != 0; bits &= bits - 1) {
          int v = (i << 6) + Long.numberOfTrailingZeros(bits);
          if (isDominated(u, v)) {
            out[row + i] &= ~(1L << v);
            in[v * words + (u >>> 6)] &= ~(1L << u);
            dropped = true;
          }
        }
      }
    }
    return dropped;
  }

  private boolean isDominated(int u, int v) {
    long escapingIn = 0;
    long escapingOut = 0;
    for (int i = 0, a = u * words, b = v * words; i < words; i++) {
      escapingIn |= in[a + i] & ~out[a + i] & live[i] & ~in[b + i];
      escapingOut |= out[b + i] & ~in[b + i] & live[i] & ~out[a + i];
      if (escapingIn != 0 && escapingOut != 0) {
        return false;
      }
    }
    return true;
  }

  private void reserve() {
    if (out.length < size * words) {
      int capacity = Capacity.atLeast(size);
      out = new long[capacity * WideConflictGraph.words(capacity)];
      in = new long[capacity * WideConflictGraph.words(capacity)];
    }
    if (live.length < words) {
      int capacity = Capacity.atLeast(words);
      live = new long[capacity];
      taken = new long[capacity];
      pending = new long[capacity];
      untried = new long[capacity];
      rest = new long[capacity];
      joining = new long[capacity];
    }
  }
}
