package dev.yardmaster.reorder.optimal;

import dev.yardmaster.reorder.Capacity;
import java.util.Arrays;

/**
 * Makes a feedback vertex set lighter by simulated annealing. Vertices outside the set are called
 * surviving.
 *
 * <p>The surviving vertices form an acyclic graph, and are stored in a topological order. A move
 * inserts a victim into the order, either directly after the last of its predecessors or directly
 * before the first of its successors. Then the move removes from the order the vertices whose edges
 * to or from the inserted vertex contradict the order. Each state is therefore a valid solution,
 * and its cost is the weight of the vertices outside the order. Lighter states are always accepted.
 * Heavier states are accepted with a probability that falls as the temperature falls. The result is
 * the lightest state of the search.
 *
 * <p>The limit is a number of moves instead of a time, and random numbers come from a fixed seed.
 * The same graph therefore always gives the same set. A move costs O(vertices).
 *
 * <p>Source: Galinier, Lemamou and Bouzidi, Applying local search to the feedback vertex set
 * problem, Journal of Heuristics 19(5), 2013.
 */
final class Annealing {
  private static final int MOVES_PER_NODE = 10;

  /**
   * The start temperature as a multiple of the average weight of a vertex; {@code COLD} is the end
   * temperature.
   */
  private static final double HOT = 0.6;

  private static final double COLD = 0.1;

  /**
   * The logarithm of the ratio of the two temperatures. The cooling uses this logarithm and the
   * exponential function, because {@link StrictMath#pow} allocates memory.
   */
  private static final double LOG_COOLING = StrictMath.log(COLD / HOT);

  private static final int MOVES_PER_TEMPERATURE = 64;
  private static final long SEED = 0x9E3779B97F4A7C15L;

  private WideKernel graph = new WideKernel();
  private int words;
  private int[] order = new int[0];
  private int orderCount;
  private int[] place = new int[0];
  private int[] outside = new int[0];
  private int outsideCount;
  private int[] placeOutside = new int[0];
  private long[] inside = new long[0];
  private int[] contradicting = new int[0];
  private int contradictingCount;
  private long random;

  /**
   * Replaces a feedback vertex set of a kernel by a lighter set, if the search finds one.
   *
   * @param kernel a kernel in which no vertex is decided yet
   * @param victims the set to replace
   * @param nodes the node budget that an exact search would have; the annealing makes {@link
   *     #MOVES_PER_NODE} moves for each node
   */
  void improve(WideKernel kernel, long[] victims, long nodes) {
    graph = kernel;
    words = kernel.words();
    random = SEED;
    reserve();
    begin(victims);
    double total = 0;
    for (int v = 0; v < kernel.size(); v++) {
      total += kernel.weight(v);
    }
    double temperature = HOT * total / kernel.size();
    long moves = nodes > Long.MAX_VALUE / MOVES_PER_NODE ? Long.MAX_VALUE : nodes * MOVES_PER_NODE;
    double cooling =
        StrictMath.exp(LOG_COOLING * MOVES_PER_TEMPERATURE / (double) Math.max(1, moves));
    long saved = 0;
    long mostSaved = 0;
    for (long move = 0; move < moves && outsideCount > 0; move++) {
      if (move % MOVES_PER_TEMPERATURE == MOVES_PER_TEMPERATURE - 1) {
        temperature *= cooling;
      }
      saved += tryMove(temperature);
      if (saved > mostSaved) {
        mostSaved = saved;
        for (int i = 0; i < words; i++) {
          victims[i] = kernel.live()[i] & ~inside[i];
        }
      }
    }
  }

  /**
   * Proposes one random move, and makes the move if it is accepted. Returns the decrease of the
   * victims' total weight, which is negative if the new state is heavier.
   */
  private long tryMove(double temperature) {
    int v = outside[below(outsideCount)];
    boolean afterPredecessors = (nextRandom() & 1L << 40) != 0;
    int at = afterPredecessors ? lastPlace(graph.in(), v) + 1 : firstPlace(graph.out(), v);
    long gain = graph.weight(v);
    contradictingCount = 0;
    gain -= afterPredecessors ? collectBefore(graph.out(), v, at) : collectFrom(graph.in(), v, at);
    if (gain < 0 && !isAccepted(gain / temperature)) {
      return 0;
    }
    insert(v, at);
    for (int i = 0; i < contradictingCount; i++) {
      remove(contradicting[i]);
    }
    return gain;
  }

  private boolean isAccepted(double exponent) {
    return (nextRandom() >>> 11) * 0x1.0p-53 < StrictMath.exp(exponent);
  }

  /**
   * Returns the position of v's last neighbour in the order; -1 if there is none. {@code rows}
   * determines whether neighbours are predecessors or successors.
   */
  private int lastPlace(long[] rows, int v) {
    int last = -1;
    for (int i = 0, row = v * words; i < words; i++) {
      for (long bits = rows[row + i] & inside[i]; bits != 0; bits &= bits - 1) {
        last = Math.max(last, place[(i << 6) + Long.numberOfTrailingZeros(bits)]);
      }
    }
    return last;
  }

  /**
   * Returns the position of v's first neighbour in the order; the end of the order if there is
   * none.
   */
  private int firstPlace(long[] rows, int v) {
    int first = orderCount;
    for (int i = 0, row = v * words; i < words; i++) {
      for (long bits = rows[row + i] & inside[i]; bits != 0; bits &= bits - 1) {
        first = Math.min(first, place[(i << 6) + Long.numberOfTrailingZeros(bits)]);
      }
    }
    return first;
  }

  private long collectBefore(long[] rows, int v, int at) {
    long weight = 0;
    for (int i = 0, row = v * words; i < words; i++) {
      for (long bits = rows[row + i] & inside[i]; bits != 0; bits &= bits - 1) {
        int u = (i << 6) + Long.numberOfTrailingZeros(bits);
        if (place[u] < at) {
          contradicting[contradictingCount++] = u;
          weight += graph.weight(u);
        }
      }
    }
    return weight;
  }

  private long collectFrom(long[] rows, int v, int at) {
    long weight = 0;
    for (int i = 0, row = v * words; i < words; i++) {
      for (long bits = rows[row + i] & inside[i]; bits != 0; bits &= bits - 1) {
        int u = (i << 6) + Long.numberOfTrailingZeros(bits);
        if (place[u] >= at) {
          contradicting[contradictingCount++] = u;
          weight += graph.weight(u);
        }
      }
    }
    return weight;
  }

  private void insert(int v, int at) {
    for (int i = orderCount++; i > at; i--) {
      order[i] = order[i - 1];
      place[order[i]] = i;
    }
    order[at] = v;
    place[v] = at;
    inside[v >>> 6] |= 1L << v;
    int moved = outside[--outsideCount];
    outside[placeOutside[v]] = moved;
    placeOutside[moved] = placeOutside[v];
  }

  private void remove(int v) {
    orderCount--;
    for (int i = place[v]; i < orderCount; i++) {
      order[i] = order[i + 1];
      place[order[i]] = i;
    }
    inside[v >>> 6] &= ~(1L << v);
    addOutside(v);
  }

  private void addOutside(int v) {
    placeOutside[v] = outsideCount;
    outside[outsideCount++] = v;
  }

  /**
   * Orders the vertices that are not victims: repeatedly appends each vertex if all its
   * predecessors are placed or victims.
   */
  private void begin(long[] victims) {
    orderCount = 0;
    outsideCount = 0;
    for (int v = graph.next(victims, 0); v >= 0; v = graph.next(victims, v + 1)) {
      addOutside(v);
    }
    for (int i = 0; i < words; i++) {
      inside[i] = graph.live()[i] & ~victims[i];
    }
    while (true) {
      int before = orderCount;
      for (int v = graph.next(inside, 0); v >= 0; v = graph.next(inside, v + 1)) {
        if (hasNoPredecessorInside(v)) {
          place[v] = orderCount;
          order[orderCount++] = v;
          inside[v >>> 6] &= ~(1L << v);
        }
      }
      if (orderCount == before) {
        break;
      }
    }
    Arrays.fill(inside, 0, words, 0);
    for (int i = 0; i < orderCount; i++) {
      inside[order[i] >>> 6] |= 1L << order[i];
    }
  }

  private boolean hasNoPredecessorInside(int v) {
    for (int i = 0, row = v * words; i < words; i++) {
      if ((graph.in()[row + i] & inside[i]) != 0) {
        return false;
      }
    }
    return true;
  }

  private int below(int bound) {
    return (int) (((nextRandom() >>> 33) * bound) >>> 31);
  }

  /** Returns the next random number of Marsaglia's xorshift generator. */
  private long nextRandom() {
    random ^= random << 13;
    random ^= random >>> 7;
    random ^= random << 17;
    return random;
  }

  private void reserve() {
    if (order.length < graph.size()) {
      int capacity = Capacity.atLeast(graph.size());
      order = new int[capacity];
      place = new int[capacity];
      outside = new int[capacity];
      placeOutside = new int[capacity];
      contradicting = new int[capacity];
      inside = new long[Capacity.atLeast(words)];
    }
  }
}
