package dev.yardmaster.reorder.greedy;

import dev.yardmaster.reorder.Capacity;

/**
 * Splits a part of a {@link Residual} into its strong components. Each component becomes a part.
 * Components of at least two vertices are kept on a stack until they are processed.
 *
 * <p>Source: Tarjan, Depth-first search and linear graph algorithms, SIAM J. Comput. 1(2), 1972,
 * with an explicit stack, because a path may be as long as the batch. When a component is complete,
 * its vertices leave the part that is split. So a vertex is on Tarjan's stack exactly if it was
 * visited and is still in this part.
 */
public final class StrongComponents {
  private final Residual residual;

  // The position of the vertex in the order of visits, from 1; 0 if it was not visited.
  private int[] index = new int[0];
  private int[] low = new int[0];
  private int[] nextEdge = new int[0];
  private int[] path = new int[0];
  private int[] open = new int[0];
  private int[] grouped = new int[0];
  private int openCount;
  private int groupedCount;

  private int[] ranges = new int[0];
  private int rangeCount;

  public StrongComponents(Residual residual) {
    this.residual = residual;
  }

  /**
   * Removes the components on the stack, and allocates memory for a graph of {@code size} vertices.
   */
  public void reset(int size) {
    rangeCount = 0;
    if (index.length < size) {
      int capacity = Capacity.atLeast(size);
      index = new int[capacity];
      low = new int[capacity];
      nextEdge = new int[capacity];
      path = new int[capacity];
      open = new int[capacity];
      grouped = new int[capacity];
      ranges = new int[capacity];
    }
  }

  /**
   * Splits the part to which the range's vertices belong, and groups the vertices of the range by
   * component. A component of a single vertex is removed from the residual. The cost is O(edges of
   * the range's vertices).
   */
  public void split(ConflictGraph graph, int[] vertices, int from, int to) {
    if (from == to) {
      return;
    }
    int part = residual.part(vertices[from]);
    openCount = 0;
    groupedCount = 0;
    for (int i = from; i < to; i++) {
      index[vertices[i]] = 0;
    }
    int visited = 0;
    for (int i = from; i < to; i++) {
      if (index[vertices[i]] == 0) {
        visited = visit(graph, vertices[i], part, visited, from);
      }
    }
    System.arraycopy(grouped, 0, vertices, from, groupedCount);
  }

  public boolean isEmpty() {
    return rangeCount == 0;
  }

  /** Pops the component on top of the stack, and returns the exclusive end of its range. */
  public int popEnd() {
    return ranges[--rangeCount];
  }

  /** Returns the start of the range of the component that was popped last. */
  public int popStart() {
    return ranges[--rangeCount];
  }

  private int visit(ConflictGraph graph, int root, int part, int visitedBefore, int from) {
    int[] outStart = graph.outStart();
    int[] targets = graph.targets();
    int visited = visitedBefore;
    int depth = 0;
    path[0] = root;
    index[root] = ++visited;
    low[root] = visited;
    nextEdge[root] = outStart[root];
    open[openCount++] = root;
    while (depth >= 0) {
      int v = path[depth];
      if (nextEdge[v] < outStart[v + 1]) {
        int w = targets[nextEdge[v]++];
        if (residual.part(w) != part) {
          continue;
        }
        if (index[w] == 0) {
          index[w] = ++visited;
          low[w] = visited;
          nextEdge[w] = outStart[w];
          open[openCount++] = w;
          path[++depth] = w;
        } else if (index[w] < low[v]) {
          low[v] = index[w];
        }
      } else {
        if (low[v] == index[v]) {
          close(v, from);
        }
        depth--;
        if (depth >= 0 && low[v] < low[path[depth]]) {
          low[path[depth]] = low[v];
        }
      }
    }
    return visited;
  }

  /**
   * Completes a component. The component consists of {@code root} and the vertices above {@code
   * root} on Tarjan's stack.
   */
  private void close(int root, int from) {
    int first = groupedCount;
    int part = open[openCount - 1] == root ? Residual.GONE : residual.newPart();
    int v;
    do {
      v = open[--openCount];
      residual.assign(v, part);
      grouped[groupedCount++] = v;
    } while (v != root);
    if (part != Residual.GONE) {
      ranges[rangeCount++] = from + first;
      ranges[rangeCount++] = from + groupedCount;
    }
  }
}
