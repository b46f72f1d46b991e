package dev.yardmaster.reorder.greedy;

import dev.yardmaster.reorder.Capacity;
import java.util.Arrays;

/**
 * A small graph as rows of bits, for the exact search. A set of vertices is a bit set of {@link
 * #words} longs that begins at an offset in an array. Every method works on the subgraph of a given
 * set of vertices.
 *
 * <p>Vertices are numbered from 0 by rank, highest first, so that an ascending scan of a set
 * returns the highest-ranked vertices first.
 */
final class BitGraph {
  private int size;
  private int words;
  private int[] vertices = new int[0];
  private int[] numbers = new int[0];
  private long[] successors = new long[0];
  private long[] predecessors = new long[0];

  private long[] unpacked = new long[0];
  private long[] forward = new long[0];
  private long[] backward = new long[0];
  private int[] queue = new int[0];
  private int[] parent = new int[0];
  private int[] distance = new int[0];

  /** Loads the subgraph of a range of ranked vertices. The cost is O(V² + E). */
  void load(ConflictGraph graph, Ranking ranking, int[] from, int start, int end) {
    size = end - start;
    words = (size + Long.SIZE - 1) >>> 6;
    reserve(graph.size());
    for (int i = 0; i < size; i++) {
      int v = from[start + i];
      int place = i;
      for (; place > 0 && ranking.before(v, vertices[place - 1]); place--) {
        vertices[place] = vertices[place - 1];
      }
      vertices[place] = v;
    }
    for (int i = 0; i < size; i++) {
      numbers[vertices[i]] = i;
    }
    Arrays.fill(successors, 0, size * words, 0);
    Arrays.fill(predecessors, 0, size * words, 0);
    for (int i = 0; i < size; i++) {
      for (int e = 0; e < graph.outDegree(vertices[i]); e++) {
        int w = graph.successor(vertices[i], e);
        int j = numbers[w];
        if (j < size && vertices[j] == w) {
          add(successors, i * words, j);
          add(predecessors, j * words, i);
        }
      }
    }
  }

  int size() {
    return size;
  }

  int words() {
    return words;
  }

  /** Returns the vertex of the whole graph that has number {@code i} in this graph. */
  int vertex(int i) {
    return vertices[i];
  }

  static void add(long[] sets, int set, int v) {
    sets[set + (v >>> 6)] |= 1L << v;
  }

  static void remove(long[] sets, int set, int v) {
    sets[set + (v >>> 6)] &= ~(1L << v);
  }

  static boolean contains(long[] sets, int set, int v) {
    return (sets[set + (v >>> 6)] & (1L << v)) != 0;
  }

  /** Returns the first vertex of a set that is at least {@code v}, or -1. */
  int next(long[] sets, int set, int v) {
    int word = v >>> 6;
    if (word >= words) {
      return -1;
    }
    long bits = sets[set + word] & (-1L << v);
    while (bits == 0) {
      if (++word == words) {
        return -1;
      }
      bits = sets[set + word];
    }
    return (word << 6) + Long.numberOfTrailingZeros(bits);
  }

  /**
   * Returns one word of the set of v's partners in the given set. A partner forms a cycle of two
   * with v. The word contains the bits of the vertices from 64 · word to 64 · word + 63.
   */
  long mutual(int v, long[] sets, int set, int word) {
    int at = v * words + word;
    return successors[at] & predecessors[at] & sets[set + word];
  }

  /**
   * Removes vertices that have no predecessor or no successor in the set, until there are no such
   * vertices.
   */
  void trim(long[] sets, int set) {
    boolean changed;
    do {
      changed = false;
      for (int v = next(sets, set, 0); v >= 0; v = next(sets, set, v + 1)) {
        if (!meets(successors, v, sets, set) || !meets(predecessors, v, sets, set)) {
          remove(sets, set, v);
          changed = true;
        }
      }
    } while (changed);
  }

  /** Writes the strong component of {@code v} within a set to the offset {@code into}. */
  void component(long[] sets, int set, int v, int into) {
    reach(successors, sets, set, v, forward);
    reach(predecessors, sets, set, v, backward);
    for (int i = 0; i < words; i++) {
      sets[into + i] = forward[i] & backward[i];
    }
  }

  /**
   * Returns a lower bound for the size of every feedback vertex set of the subgraph. The method
   * first finds disjoint cliques, in which every two vertices form a cycle of two. Among the
   * remaining vertices, it then finds disjoint cycles. Every feedback vertex set contains all
   * vertices of a clique except at most one, and at least one vertex of each cycle. The bound is
   * the sum of these numbers.
   */
  int lowerBound(long[] sets, int set) {
    System.arraycopy(sets, set, unpacked, 0, words);
    int bound = 0;
    for (int v = next(unpacked, 0, 0); v >= 0; v = next(unpacked, 0, v + 1)) {
      bound += unpackClique(v);
    }
    trim(unpacked, 0);
    while (next(unpacked, 0, 0) >= 0) {
      shortestCycle(unpacked, 0, forward, 0);
      for (int i = 0; i < words; i++) {
        unpacked[i] &= ~forward[i];
      }
      bound++;
      trim(unpacked, 0);
    }
    return bound;
  }

  /**
   * Writes the vertices of a shortest cycle to the offset {@code into} of {@code cycle}. If there
   * are cycles of two, the method chooses a cycle through the vertex that is on the most cycles of
   * two. The subgraph must have a cycle.
   */
  void shortestCycle(long[] sets, int set, long[] cycle, int into) {
    Arrays.fill(cycle, into, into + words, 0);
    if (cycleOfTwo(sets, set, cycle, into)) {
      return;
    }
    int shortest = Integer.MAX_VALUE;
    for (int v = next(sets, set, 0); v >= 0 && shortest > 3; v = next(sets, set, v + 1)) {
      int last = lastOfCycle(v, sets, set, shortest);
      if (last >= 0) {
        shortest = distance[last] + 1;
        Arrays.fill(cycle, into, into + words, 0);
        for (int w = last; w >= 0; w = parent[w]) {
          add(cycle, into, w);
        }
      }
    }
  }

  /**
   * If v is on a cycle of two, removes a greedily chosen clique that contains v from {@code
   * unpacked}. Returns the number of vertices of the clique minus one.
   */
  private int unpackClique(int v) {
    for (int i = 0; i < words; i++) {
      backward[i] = mutual(v, unpacked, 0, i);
    }
    int joined = 0;
    for (int u = next(backward, 0, 0); u >= 0; u = next(backward, 0, u + 1)) {
      remove(unpacked, 0, u);
      joined++;
      for (int i = 0; i < words; i++) {
        backward[i] = mutual(u, backward, 0, i);
      }
    }
    if (joined > 0) {
      remove(unpacked, 0, v);
    }
    return joined;
  }

  private boolean cycleOfTwo(long[] sets, int set, long[] cycle, int into) {
    int most = 0;
    int center = -1;
    for (int v = next(sets, set, 0); v >= 0; v = next(sets, set, v + 1)) {
      int count = 0;
      for (int i = 0; i < words; i++) {
        count += Long.bitCount(mutual(v, sets, set, i));
      }
      if (count > most) {
        most = count;
        center = v;
      }
    }
    if (center < 0) {
      return false;
    }
    add(cycle, into, center);
    for (int i = 0; i < words; i++) {
      long partners = mutual(center, sets, set, i);
      if (partners != 0) {
        cycle[into + i] |= Long.lowestOneBit(partners);
        break;
      }
    }
    return true;
  }

  /**
   * Searches breadth first from v for a cycle that is shorter than {@code limit}. Returns the last
   * vertex of the cycle, or -1 if there is no such cycle. The chain of parents leads from this
   * vertex back to v.
   */
  private int lastOfCycle(int v, long[] sets, int set, int limit) {
    Arrays.fill(backward, 0, words, 0);
    add(backward, 0, v);
    parent[v] = -1;
    distance[v] = 0;
    queue[0] = v;
    for (int head = 0, tail = 1; head < tail; head++) {
      int u = queue[head];
      if (distance[u] + 1 >= limit) {
        return -1;
      }
      if (contains(successors, u * words, v)) {
        return u;
      }
      for (int i = 0; i < words; i++) {
        long found = successors[u * words + i] & sets[set + i] & ~backward[i];
        backward[i] |= found;
        for (; found != 0; found &= found - 1) {
          int w = (i << 6) + Long.numberOfTrailingZeros(found);
          parent[w] = u;
          distance[w] = distance[u] + 1;
          queue[tail++] = w;
        }
      }
    }
    return -1;
  }

  private void reach(long[] rows, long[] sets, int set, int v, long[] reached) {
    Arrays.fill(reached, 0, words, 0);
    add(reached, 0, v);
    queue[0] = v;
    for (int head = 0, tail = 1; head < tail; head++) {
      int row = queue[head] * words;
      for (int i = 0; i < words; i++) {
        long found = rows[row + i] & sets[set + i] & ~reached[i];
        reached[i] |= found;
        for (; found != 0; found &= found - 1) {
          queue[tail++] = (i << 6) + Long.numberOfTrailingZeros(found);
        }
      }
    }
  }

  private boolean meets(long[] rows, int v, long[] sets, int set) {
    for (int i = 0; i < words; i++) {
      if ((rows[v * words + i] & sets[set + i]) != 0) {
        return true;
      }
    }
    return false;
  }

  private void reserve(int graphSize) {
    if (numbers.length < graphSize) {
      numbers = new int[Capacity.atLeast(graphSize)];
    }
    if (vertices.length < size) {
      int capacity = Capacity.atLeast(size);
      int capacityWords = (capacity + Long.SIZE - 1) >>> 6;
      vertices = new int[capacity];
      queue = new int[capacity];
      parent = new int[capacity];
      distance = new int[capacity];
      successors = new long[capacity * capacityWords];
      predecessors = new long[capacity * capacityWords];
      unpacked = new long[capacityWords];
      forward = new long[capacityWords];
      backward = new long[capacityWords];
    }
  }
}
