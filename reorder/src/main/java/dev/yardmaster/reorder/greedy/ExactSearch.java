package dev.yardmaster.reorder.greedy;

import dev.yardmaster.reorder.Capacity;
import dev.yardmaster.reorder.VictimSet;
import java.util.Arrays;

/**
 * Finds a smallest feedback vertex set of a strong component. Stops without a result when the
 * budget of search-tree nodes is used up.
 *
 * <p>The search looks for a set whose size is the lower bound. If there is none, it tries the next
 * larger size, and so on (iterative deepening). A node of the search tree trims the graph and
 * splits off strong components, which are solved separately. Then the node branches on the vertices
 * of a shortest cycle, because one of these vertices must be taken. If the branch that takes a
 * vertex fails, the following branches <em>keep</em> the vertex in the graph, so that the search
 * tries no set twice. Every vertex that forms a cycle of two with a kept vertex must then be taken.
 * A subtree is cut if its lower bound exceeds the number of vertices that the subtree may still
 * take. Branches are tried in the order of the ranking, so the search prefers a smallest set with
 * highly ranked vertices. Repairability affects only the ranking.
 *
 * <p>The paper's {@code search} (Ding, Kot and Gehrke, PVLDB 12(2), section 5.1) is a plain
 * brute-force search with the same results. The depth of the recursion is at most the number of the
 * component's vertices, which is at most {@code ReorderConfig.MAX_SEARCHED_COMPONENT}.
 */
final class ExactSearch {
  /**
   * The number of sets in a frame: the remaining vertices, the kept vertices, and the vertices of
   * the cycle on which the node branches.
   */
  private static final int SETS = 3;

  /**
   * The number of frames for each level of the search tree. A split needs three frames: for the
   * rest, for the component, and for a copy of the component.
   */
  private static final int FRAMES_PER_LEVEL = 3;

  private final BitGraph graph = new BitGraph();
  private long[] sets = new long[0];
  private int[] taken = new int[0];
  private int takenCount;
  private int words;
  private long budget;
  private long visited;

  /**
   * Searches the component that consists of the given range of vertices.
   *
   * @param ranking a ranking that has ranked the component's vertices
   * @param nodes the maximum number of search-tree nodes to visit
   * @return whether a smallest set was found and added to the victims; otherwise the victims are
   *     unchanged
   */
  boolean search(
      ConflictGraph whole,
      Ranking ranking,
      int[] vertices,
      int from,
      int to,
      long nodes,
      VictimSet victims) {
    graph.load(whole, ranking, vertices, from, to);
    words = graph.words();
    reserve();
    budget = nodes;
    visited = 0;
    Arrays.fill(sets, 0, SETS * words, 0);
    for (int v = 0; v < graph.size(); v++) {
      BitGraph.add(sets, left(0), v);
    }
    for (int allowed = graph.lowerBound(sets, left(0)); !exhausted(); allowed++) {
      takenCount = 0;
      copy(left(0), left(1));
      copy(kept(0), kept(1));
      if (solve(1, allowed)) {
        for (int i = 0; i < takenCount; i++) {
          victims.add(graph.vertex(taken[i]));
        }
        return true;
      }
    }
    return false;
  }

  /** Returns the number of search-tree nodes that the last search visited. */
  long visited() {
    return visited;
  }

  /**
   * Removes at most {@code most} vertices to make the frame's subgraph acyclic. Returns whether
   * this succeeded.
   */
  private boolean solve(int frame, int most) {
    visited++;
    if (exhausted()) {
      return false;
    }
    int allowed = most - takePartnersOfKept(frame);
    if (allowed < 0) {
      return false;
    }
    int component = left(frame + 2);
    if (!findComponent(frame, component)) {
      return true;
    }
    if (allowed == 0) {
      return false;
    }
    int rest = left(frame + 1);
    for (int i = 0; i < words; i++) {
      sets[rest + i] = sets[left(frame) + i] & ~sets[component + i];
    }
    graph.trim(sets, rest);
    if (graph.next(sets, rest, 0) >= 0) {
      return solveApart(frame, allowed);
    }
    copy(component, left(frame));
    return graph.lowerBound(sets, left(frame)) <= allowed && branch(frame, allowed);
  }

  /**
   * Solves a component and then the rest. The component is solved with as few vertices as possible,
   * so that as many as possible may be taken from the rest.
   */
  private boolean solveApart(int frame, int allowed) {
    int before = takenCount;
    int component = frame + 2;
    int most = allowed - graph.lowerBound(sets, left(frame + 1));
    int least = graph.lowerBound(sets, left(component));
    for (int share = least; share <= most && !exhausted(); share++) {
      copy(left(component), left(component + 1));
      copy(kept(frame), kept(component + 1));
      if (solve(component + 1, share)) {
        copy(kept(frame), kept(frame + 1));
        return solve(frame + 1, allowed - share);
      }
      takenCount = before;
    }
    return false;
  }

  private boolean branch(int frame, int allowed) {
    int before = takenCount;
    int cycle = left(frame) + 2 * words;
    graph.shortestCycle(sets, left(frame), sets, cycle);
    for (int v = graph.next(sets, cycle, 0); v >= 0; v = graph.next(sets, cycle, v + 1)) {
      if (BitGraph.contains(sets, kept(frame), v)) {
        continue;
      }
      copy(left(frame), left(frame + 1));
      copy(kept(frame), kept(frame + 1));
      BitGraph.remove(sets, left(frame + 1), v);
      taken[takenCount++] = v;
      if (solve(frame + 1, allowed - 1)) {
        return true;
      }
      takenCount = before;
      if (exhausted()) {
        return false;
      }
      BitGraph.add(sets, kept(frame), v);
    }
    return false;
  }

  /**
   * Takes every vertex that forms a cycle of two with a kept vertex. Returns the number of these
   * vertices. If two kept vertices form a cycle of two, there is no solution; the method then
   * returns a number that exceeds every limit.
   */
  private int takePartnersOfKept(int frame) {
    int before = takenCount;
    int left = left(frame);
    int kept = kept(frame);
    for (int v = graph.next(sets, kept, 0); v >= 0; v = graph.next(sets, kept, v + 1)) {
      if (!BitGraph.contains(sets, left, v)) {
        continue;
      }
      for (int i = 0; i < words; i++) {
        long partners = graph.mutual(v, sets, left, i);
        if ((partners & sets[kept + i]) != 0) {
          return graph.size();
        }
        sets[left + i] &= ~partners;
        for (; partners != 0; partners &= partners - 1) {
          taken[takenCount++] = (i << 6) + Long.numberOfTrailingZeros(partners);
        }
      }
    }
    return takenCount - before;
  }

  /**
   * Writes a strong component of at least two vertices to the offset {@code component}. Returns
   * false if there is no cycle left.
   */
  private boolean findComponent(int frame, int component) {
    int left = left(frame);
    graph.trim(sets, left);
    for (int v = graph.next(sets, left, 0); v >= 0; v = graph.next(sets, left, 0)) {
      graph.component(sets, left, v, component);
      BitGraph.remove(sets, component, v);
      if (graph.next(sets, component, 0) >= 0) {
        BitGraph.add(sets, component, v);
        return true;
      }
      BitGraph.remove(sets, left, v);
      graph.trim(sets, left);
    }
    return false;
  }

  private boolean exhausted() {
    return visited > budget;
  }

  private int left(int frame) {
    return frame * SETS * words;
  }

  private int kept(int frame) {
    return left(frame) + words;
  }

  private void copy(int from, int to) {
    System.arraycopy(sets, from, sets, to, words);
  }

  private void reserve() {
    if (taken.length < graph.size()) {
      taken = new int[Capacity.atLeast(graph.size())];
    }
    int frames = FRAMES_PER_LEVEL * (graph.size() + 2);
    if (sets.length < frames * SETS * words) {
      sets = new long[Capacity.atLeast(frames * SETS * words)];
    }
  }
}
