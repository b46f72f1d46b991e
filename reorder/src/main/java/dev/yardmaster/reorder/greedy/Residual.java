package dev.yardmaster.reorder.greedy;

import dev.yardmaster.reorder.Capacity;
import java.util.Arrays;

/**
 * What is left of a conflict graph while vertices are taken out of it.
 *
 * <p>Every vertex left belongs to a part, at first all to {@link #WHOLE}; edges between parts do
 * not count. A vertex without an incoming or without an outgoing edge in its part lies on no cycle
 * and is trimmed (Ding, Kot and Gehrke, PVLDB 12(2), section 4).
 *
 * <p>Degrees are valid only in the part worked on: taking a vertex out lowers the degrees of all
 * its neighbours without looking where they are, because that is cheaper than to look, and {@link
 * #countDegrees} sets right a part that is taken up later.
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
   * Begins with a graph, trims it, and lists the vertices left.
   *
   * @param left receives them; at least as long as the graph has vertices
   * @return their number
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

  /** A part with no vertex yet, numbered one higher than the last. */
  int newPart() {
    return ++parts;
  }

  /** The number of the newest part. */
  int parts() {
    return parts;
  }

  void assign(int v, int toPart) {
    part[v] = toPart;
  }

  /** Takes a vertex out; its edges go with the next {@link #trim}. */
  public void take(int v) {
    part[v] = GONE;
    leaving[leavingCount++] = v;
  }

  /** Drops the edges of what was taken, and trims the part until nothing more falls. */
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

  /** Moves the vertices still in a part to the front of the range and returns its new end. */
  public int compact(int[] vertices, int from, int to, int ofPart) {
    int end = from;
    for (int i = from; i < to; i++) {
      int v = vertices[i];
      vertices[end] = v;
      end += part[v] == ofPart ? 1 : 0;
    }
    return end;
  }

  /** Counts the degrees of a part's vertices, which are those of the range. */
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
