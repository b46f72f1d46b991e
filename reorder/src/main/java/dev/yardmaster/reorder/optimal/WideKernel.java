package dev.yardmaster.reorder.optimal;

import dev.yardmaster.reorder.Capacity;
import java.util.Arrays;

/**
 * The undecided vertices of a weighted graph of more than 64 vertices. The class has the same rules
 * and sources as {@link SmallKernel}, but works on rows of several words. This class implements the
 * local rules, and {@link WideRules} the other rules.
 */
public final class WideKernel {
  private static final int NO_VERTEX = -1;

  private int size;
  private int words;
  private long[] out = new long[0];
  private long[] in = new long[0];
  private long[] weights = new long[0];

  private long[] live = new long[0];
  private long[] taken = new long[0];
  private long[] pending = new long[0];
  private int pendingFrom; // The index of the first word that may have pending vertices.
  private int liveCount;
  private long takenWeight;

  private long[] changed = new long[0];

  /** Loads the subgraph of the given vertices of a graph. The weights are not copied. */
  public void load(
      long[] graphOut, long[] graphIn, int graphSize, long[] vertices, long[] ofVertex) {
    size = graphSize;
    words = WideConflictGraph.words(size);
    reserve();
    System.arraycopy(graphOut, 0, out, 0, size * words);
    System.arraycopy(graphIn, 0, in, 0, size * words);
    System.arraycopy(vertices, 0, live, 0, words);
    System.arraycopy(vertices, 0, pending, 0, words);
    System.arraycopy(vertices, 0, changed, 0, words);
    Arrays.fill(taken, 0, words, 0);
    weights = ofVertex;
    liveCount = WideConflictGraph.count(live, words);
    pendingFrom = 0;
    takenWeight = 0;
  }

  /** Loads the current state of another kernel. */
  public void load(WideKernel other) {
    load(other.out, other.in, other.size, other.live, other.weights);
    System.arraycopy(other.pending, 0, pending, 0, words);
    pendingFrom = other.pendingFrom;
    System.arraycopy(other.taken, 0, taken, 0, words);
    takenWeight = other.takenWeight;
  }

  int size() {
    return size;
  }

  int words() {
    return words;
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
  long weight(long[] set) {
    long weight = 0;
    for (int v = next(set, 0); v >= 0; v = next(set, v + 1)) {
      weight += weights[v];
    }
    return weight;
  }

  /** Returns the vertices that are not yet decided. */
  public long[] live() {
    return live;
  }

  public int liveCount() {
    return liveCount;
  }

  /** Returns the vertices that were taken since the graph was loaded. */
  public long[] taken() {
    return taken;
  }

  public long takenWeight() {
    return takenWeight;
  }

  /**
   * Returns the vertices with a lost neighbour or a changed row. Some of these vertices may have
   * been dropped since then. The caller must clear the bits that it has processed.
   */
  long[] changed() {
    return changed;
  }

  /** Marks a vertex with a changed row, so that the local rules are tried on the vertex again. */
  void touch(int v) {
    pending[v >>> 6] |= 1L << v;
    pendingFrom = 0;
  }

  /** Returns the number of remaining vertices that are partners of v. */
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

  /**
   * Decides that v stays out. Takes the partners of v, and adds an edge from each remaining
   * predecessor of v to each remaining successor of v.
   */
  void keep(int v) {
    drop(v);
    for (int i = 0, row = v * words; i < words; i++) {
      for (long bits = out[row + i] & in[row + i] & live[i]; bits != 0; bits &= bits - 1) {
        take((i << 6) + Long.numberOfTrailingZeros(bits));
      }
    }
    joinAll(in, out, v);
    joinAll(out, in, v);
  }

  /**
   * Applies rules 1 and 2, and rule 3 for single neighbours, until no rule applies or at most
   * {@code fewEnough} vertices are left.
   */
  void reduceLocally(int fewEnough) {
    while (liveCount > fewEnough) {
      int v = nextPending();
      if (v < 0) {
        return;
      }
      changed[v >>> 6] |= 1L << v;
      decide(v);
    }
  }

  /** Returns a remaining vertex on which the local rules have not been tried, or -1. */
  int nextPending() {
    for (; pendingFrom < words; pendingFrom++) {
      long bits = pending[pendingFrom] & live[pendingFrom];
      if (bits != 0) {
        pending[pendingFrom] = bits & (bits - 1);
        return (pendingFrom << 6) + Long.numberOfTrailingZeros(bits);
      }
      pending[pendingFrom] = 0;
    }
    return NO_VERTEX;
  }

  /** Tries the local rules on v. Returns false if no rule applies. */
  boolean decide(int v) {
    int successors = 0;
    int predecessors = 0;
    for (int i = 0, row = v * words; i < words; i++) {
      successors += Long.bitCount(out[row + i] & live[i]);
      predecessors += Long.bitCount(in[row + i] & live[i]);
    }
    if (successors == 0 || predecessors == 0) {
      drop(v);
      return true;
    }
    if ((successors == 1 && weights[neighbour(out, v)] <= weights[v])
        || (predecessors == 1 && weights[neighbour(in, v)] <= weights[v])) {
      keep(v);
      return true;
    }
    return false;
  }

  /** Lists the remaining vertices. */
  void list(int[] vertices) {
    int count = 0;
    for (int v = next(live, 0); v >= 0; v = next(live, v + 1)) {
      vertices[count++] = v;
    }
  }

  /**
   * Copies the subgraph of the remaining vertices. In the copy, vertices are numbered by ascending
   * number of partners.
   *
   * @param origin receives the vertex of each new number
   * @param toWords the number of words in a row of the copy
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

  /** Returns the first vertex of a set that is at least {@code v}, or -1. */
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
    pendingFrom = 0;
    for (int i = 0, row = v * words; i < words; i++) {
      pending[i] |= out[row + i] | in[row + i];
    }
  }

  /** Adds v's row in {@code to} to the row of each vertex that is in v's row in {@code from}. */
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

  /** Returns the first remaining neighbour of v. There must be a remaining neighbour. */
  private int neighbour(long[] rows, int v) {
    int i = 0;
    for (int row = v * words; (rows[row + i] & live[i]) == 0; ) {
      i++;
    }
    return (i << 6) + Long.numberOfTrailingZeros(rows[v * words + i] & live[i]);
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
      changed = new long[capacity];
    }
  }
}
