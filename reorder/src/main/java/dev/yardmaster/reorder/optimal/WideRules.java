package dev.yardmaster.reorder.optimal;

import dev.yardmaster.reorder.Capacity;
import java.util.Arrays;

/**
 * Applies to a {@link WideKernel} those rules of {@link SmallKernel} that examine whole
 * neighbourhoods.
 */
public final class WideRules {
  /**
   * The limit on the number of trials of these rules, for each vertex that the kernel has at the
   * start. A trial takes O(vertices · words), and each decision causes new trials on the
   * neighbours. Without a limit, a dense graph of 1,024 vertices could take seconds.
   */
  private static final int TRIALS_A_VERTEX = 16;

  private WideKernel kernel = new WideKernel();
  private int words;
  private int trialsLeft;
  private long[] out = new long[0];
  private long[] in = new long[0];
  private long[] live = new long[0];

  private long[] untried = new long[0];
  private long[] rest = new long[0];
  private long[] joining = new long[0];
  private long[] succeeding = new long[0];
  private long[] preceding = new long[0];

  /**
   * Applies all rules until no rule applies or at most {@code fewEnough} vertices are left. Rule 5
   * is tried only once for each edge.
   */
  public void reduce(WideKernel ofKernel, int fewEnough) {
    kernel = ofKernel;
    words = kernel.words();
    out = kernel.out();
    in = kernel.in();
    live = kernel.live();
    reserve();
    trialsLeft = TRIALS_A_VERTEX * kernel.liveCount();
    reduceByNeighbourhood(fewEnough);
    if (kernel.liveCount() > fewEnough) {
      dropDominated(in, out);
      dropDominated(out, in);
      reduceByNeighbourhood(fewEnough);
    }
  }

  private void reduceByNeighbourhood(int fewEnough) {
    int v = -1;
    while (true) {
      kernel.reduceLocally(fewEnough);
      if (kernel.liveCount() <= fewEnough) {
        return;
      }
      addChanged();
      // After a change, the sweep continues with the next vertex and does not start again at vertex
      // 0.
      v = kernel.next(untried, v + 1);
      if (v < 0) {
        v = kernel.next(untried, 0);
        if (v < 0) {
          return;
        }
      }
      if (--trialsLeft < 0) {
        return; // If no further trials are allowed, the kernel is still correct, but may be larger.
      }
      untried[v >>> 6] &= ~(1L << v);
      if (splitsIntoCliques(out, v) || splitsIntoCliques(in, v)) {
        kernel.keep(v);
      } else {
        takeDominating(v);
      }
    }
  }

  private void addChanged() {
    long[] changed = kernel.changed();
    for (int i = 0; i < words; i++) {
      untried[i] = (untried[i] | changed[i]) & live[i];
      changed[i] = 0;
    }
  }

  /**
   * Tests the condition of rule 3: divides v's neighbours in {@code rows} greedily into cliques.
   * The condition holds if the heaviest members of the cliques together weigh no more than v.
   */
  private boolean splitsIntoCliques(long[] rows, int v) {
    long most = kernel.weight(v);
    for (int i = 0, row = v * words; i < words; i++) {
      rest[i] = rows[row + i] & live[i];
    }
    long weight = 0;
    for (int u = kernel.next(rest, 0); u >= 0; u = kernel.next(rest, u)) {
      weight += takeClique(u, most - weight);
      if (weight > most) {
        return false;
      }
    }
    return true;
  }

  /**
   * Removes u and a clique of its partners from {@code rest}.
   *
   * @return the weight of the clique's heaviest member; or a number above {@code most}, if the
   *     heaviest members of this clique and of the cliques of the remaining vertices together weigh
   *     more than {@code most}
   */
  private long takeClique(int u, long most) {
    rest[u >>> 6] &= ~(1L << u);
    long heaviest = kernel.weight(u);
    for (int i = 0; i < words; i++) {
      joining[i] = rest[i];
    }
    // The vertices that do not join this clique need another clique, which weighs at least 1.
    if (!keepPartners(u, 0) && heaviest >= most) {
      return most + 1;
    }
    for (int i = 0; i < words; i++) {
      while (joining[i] != 0) {
        int w = (i << 6) + Long.numberOfTrailingZeros(joining[i]);
        joining[i] &= joining[i] - 1;
        rest[i] &= ~(1L << w);
        heaviest = Math.max(heaviest, kernel.weight(w));
        if (!keepPartners(w, i) && heaviest >= most) {
          return most + 1;
        }
      }
    }
    return heaviest;
  }

  /**
   * Removes from {@code joining} the vertices that are not partners of w. Returns whether all
   * vertices were partners of w.
   */
  private boolean keepPartners(int w, int firstWord) {
    long others = 0;
    for (int i = firstWord, row = w * words; i < words; i++) {
      long partners = out[row + i] & in[row + i];
      others |= joining[i] & ~partners;
      joining[i] &= partners;
    }
    return others == 0;
  }

  /**
   * Applies rule 4 to v. A dominating vertex is a successor of all predecessors of v, or a
   * predecessor of all successors of v.
   */
  private void takeDominating(int v) {
    boolean succeedsAll = findCommon(in, out, v, succeeding);
    boolean precedesAll = findCommon(out, in, v, preceding);
    if (!succeedsAll && !precedesAll) {
      return;
    }
    for (int i = 0; i < words; i++) {
      for (long bits = succeeding[i] | preceding[i]; bits != 0; bits &= bits - 1) {
        int u = (i << 6) + Long.numberOfTrailingZeros(bits);
        if (kernel.weight(u) <= kernel.weight(v)
            && ((succeeding[i] & preceding[i] & bits & -bits) != 0
                || arePartners(u, in, v)
                || arePartners(u, out, v))) {
          kernel.take(u);
          return;
        }
      }
    }
  }

  /** Finds the partners of v that are in the row of every other neighbour of v. */
  private boolean findCommon(long[] neighbours, long[] rows, int v, long[] common) {
    long any = 0;
    for (int i = 0, row = v * words; i < words; i++) {
      common[i] = out[row + i] & in[row + i] & live[i];
      any |= common[i];
    }
    for (int i = 0, row = v * words; i < words && any != 0; i++) {
      for (long bits = neighbours[row + i] & live[i]; bits != 0 && any != 0; bits &= bits - 1) {
        int w = (i << 6) + Long.numberOfTrailingZeros(bits);
        long itself = common[i] & bits & -bits;
        any = itself;
        for (int k = 0, other = w * words; k < words; k++) {
          common[k] &= rows[other + k];
          any |= common[k];
        }
        common[i] |= itself;
      }
    }
    return any != 0;
  }

  /** Returns whether all neighbours of v other than u are partners of u. */
  private boolean arePartners(int u, long[] neighbours, int v) {
    for (int i = 0, a = u * words, b = v * words; i < words; i++) {
      long others = neighbours[b + i] & live[i] & ~(out[a + i] & in[a + i]);
      if ((i == u >>> 6 ? others & ~(1L << u) : others) != 0) {
        return false;
      }
    }
    return true;
  }

  /**
   * Applies rule 5: for each u, drops edges between u and its neighbours in {@code to}. Consider
   * the neighbours of u in {@code from} that are not partners of u. The edge between u and v is
   * dropped if v is a neighbour in {@code to} of each of these vertices.
   */
  private void dropDominated(long[] from, long[] to) {
    long[] dominated = joining;
    for (int u = kernel.next(live, 0); u >= 0; u = kernel.next(live, u + 1)) {
      if (!findDominated(from, to, u, dominated)) {
        continue;
      }
      kernel.touch(u);
      for (int i = 0, row = u * words; i < words; i++) {
        to[row + i] &= ~dominated[i];
        for (long bits = dominated[i]; bits != 0; bits &= bits - 1) {
          int v = (i << 6) + Long.numberOfTrailingZeros(bits);
          from[v * words + (u >>> 6)] &= ~(1L << u);
          kernel.touch(v);
        }
      }
    }
  }

  private boolean findDominated(long[] from, long[] to, int u, long[] dominated) {
    int row = u * words;
    long any = 0;
    for (int i = 0; i < words; i++) {
      dominated[i] = to[row + i] & ~from[row + i] & live[i];
      any |= dominated[i];
    }
    for (int i = 0; i < words && any != 0; i++) {
      for (long bits = from[row + i] & ~to[row + i] & live[i];
          bits != 0 && any != 0;
          bits &= bits - 1) {
        int before = ((i << 6) + Long.numberOfTrailingZeros(bits)) * words;
        any = 0;
        for (int k = 0; k < words; k++) {
          dominated[k] &= to[before + k];
          any |= dominated[k];
        }
      }
    }
    return any != 0;
  }

  private void reserve() {
    if (untried.length < words) {
      int capacity = Capacity.atLeast(words);
      untried = new long[capacity];
      rest = new long[capacity];
      joining = new long[capacity];
      succeeding = new long[capacity];
      preceding = new long[capacity];
    }
    Arrays.fill(untried, 0, words, 0);
  }
}
