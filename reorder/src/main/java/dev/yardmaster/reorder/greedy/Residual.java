package dev.yardmaster.reorder.greedy;

import dev.yardmaster.reorder.Capacity;
import java.util.Arrays;

/**
 * The remaining part of a conflict graph while vertices are removed from it.
 *
 * <p>Every remaining vertex belongs to a part of the graph. Each part has a number. At first all
 * vertices belong to {@link #WHOLE}. Edges between vertices of different parts do not count. If a
 * vertex has no incoming edge or no outgoing edge in its part, it is on no cycle and is trimmed
 * (Ding, Kot and Gehrke, PVLDB 12(2), section 4).
 *
 * <p>Degrees are valid only in the part that is currently processed. The removal of a vertex lowers
 * the degrees of all its neighbours, also in other parts, because a check of the parts would cost
 * more. {@link #countDegrees} recomputes the degrees of a part when the part becomes the current
 * part.
 */
public final class Residual {
  public static final int GONE = 0;
  public static final int WHOLE = 1;

  private int[] outStart;
  private int[] targets;
  private int[] inStart;
  private int[] sources;
  private int[] part = new int[0];
  private int[] inDegree = new int[0];
  private int[] outDegree = new int[0];
  private int[] leaving = new int[0];
  private int leavingCount;
  private int parts;

  /**
   * Loads a graph, trims the graph, and lists the remaining vertices.
   *
   * @param left receives the vertices; its length is at least the number of the graph's vertices
   * @return the number of remaining vertices
   */
  public int reset(ConflictGraph graph, int[] left) {
    int size = graph.size();
    if (part.length < size) {
      int capacity = Capacity.atLeast(size);
      part = new int[capacity];
      inDegree = new int[capacity];
      outDegree = new int[capacity];
      leaving = new int[capacity];
    }
    outStart = graph.outStart();
    targets = graph.targets();
    inStart = graph.inStart();
    sources = graph.sources();
    parts = WHOLE;
    Arrays.fill(part, 0, size, WHOLE);
    for (int v = 0; v < size; v++) {
      outDegree[v] = outStart[v + 1] - outStart[v];
      inDegree[v] = inStart[v + 1] - inStart[v];
      if (outDegree[v] == 0 || inDegree[v] == 0) {
        take(v);
      }
    }
    trim(WHOLE);
    int count = 0;
    for (int v = 0; v < size; v++) {
      if (part[v] == WHOLE) {
        left[count++] = v;
      }
    }
    return count;
  }

  int inDegree(int v) {
    return inDegree[v];
  }

  int outDegree(int v) {
    return outDegree[v];
  }

  public int part(int v) {
    return part[v];
  }

  /** Creates an empty part, and returns its number: the number of the last part plus one. */
  int newPart() {
    return ++parts;
  }

  /** Returns the number of the newest part. */
  int parts() {
    return parts;
  }

  void assign(int v, int toPart) {
    part[v] = toPart;
  }

  /** Removes a vertex. The edges of the vertex are removed by the next call of {@link #trim}. */
  public void take(int v) {
    part[v] = GONE;
    leaving[leavingCount++] = v;
  }

  /** Removes the edges of the removed vertices, and then trims the part until nothing changes. */
  public void trim(int ofPart) {
    for (int i = 0; i < leavingCount; i++) {
      int v = leaving[i];
      for (int e = outStart[v], end = outStart[v + 1]; e < end; e++) {
        int w = targets[e];
        if (--inDegree[w] == 0 && part[w] == ofPart) {
          take(w);
        }
      }
      for (int e = inStart[v], end = inStart[v + 1]; e < end; e++) {
        int u = sources[e];
        if (--outDegree[u] == 0 && part[u] == ofPart) {
          take(u);
        }
      }
    }
    leavingCount = 0;
  }

  /**
   * Moves the vertices of the range that are still in the given part to the front of the range.
   * Returns the end of these vertices.
   */
  public int compact(int[] vertices, int from, int to, int ofPart) {
    int end = from;
    for (int i = from; i < to; i++) {
      int v = vertices[i];
      vertices[end] = v;
      end += part[v] == ofPart ? 1 : 0;
    }
    return end;
  }

  /** Counts the degrees of a part's vertices, which are the vertices of the range. */
  void countDegrees(int[] vertices, int from, int to, int ofPart) {
    for (int i = from; i < to; i++) {
      inDegree[vertices[i]] = 0;
    }
    for (int i = from; i < to; i++) {
      int v = vertices[i];
      int out = 0;
      for (int e = outStart[v], end = outStart[v + 1]; e < end; e++) {
        int w = targets[e];
        if (part[w] == ofPart) {
          inDegree[w]++;
          out++;
        }
      }
      outDegree[v] = out;
    }
  }
}
