package dev.yardmaster.reorder;

import java.util.Arrays;

/**
 * A feedback vertex set under construction. The object stores the vertices in the order of their
 * choice. It also stores a lower bound for the size of every feedback vertex set of the graph.
 */
public final class VictimSet {
  private int[] vertices = new int[0];
  private long[] contained = new long[1];
  private int size;
  private int lowerBound;
  private boolean proven;

  /** Empties the set for a graph of {@code graphSize} vertices. */
  public void clear(int graphSize) {
    for (int i = 0; i < size; i++) {
      contained[vertices[i] >>> 6] = 0;
    }
    size = 0;
    lowerBound = 0;
    proven = false;
    if (vertices.length < graphSize) {
      int capacity = Capacity.atLeast(graphSize);
      contained = new long[(capacity + Long.SIZE - 1) >>> 6];
      vertices = new int[capacity];
    }
  }

  public void add(int vertex) {
    vertices[size++] = vertex;
    contained[vertex >>> 6] |= 1L << vertex;
  }

  /** Adds {@code first} + i for every bit i of a word. */
  public void addAll(long bits, int first) {
    for (long rest = bits; rest != 0; rest &= rest - 1) {
      add(first + Long.numberOfTrailingZeros(rest));
    }
  }

  public int size() {
    return size;
  }

  /** Returns the vertex that was chosen as number {@code i}, counted from 0. */
  public int get(int i) {
    return vertices[i];
  }

  public boolean contains(int vertex) {
    return (contained[vertex >>> 6] & 1L << vertex) != 0;
  }

  /** Returns the members from 64 · i to 64 · i + 63, as bits. */
  public long word(int i) {
    return contained[i];
  }

  /**
   * Raises the lower bound by {@code count} victims. Several calls must count victims of disjoint
   * subgraphs.
   */
  public void raiseLowerBound(int count) {
    lowerBound += count;
  }

  /**
   * Resets the lower bound. The bound is a number of victims, so it is meaningless if victims have
   * different weights.
   */
  public void forgetLowerBound() {
    lowerBound = 0;
  }

  /** Sets whether the set is known to be optimal for a reason other than the lower bound. */
  public void prove(boolean isProven) {
    proven = isProven;
  }

  /**
   * Returns whether the set is known to be the smallest set, or the lightest set if victims have
   * weights.
   */
  public boolean proven() {
    return proven || size == lowerBound;
  }

  public void copyFrom(VictimSet other, int graphSize) {
    clear(graphSize);
    for (int i = 0; i < other.size; i++) {
      add(other.vertices[i]);
    }
    lowerBound = other.lowerBound;
    proven = other.proven;
  }

  @Override
  public String toString() {
    return Arrays.toString(Arrays.copyOf(vertices, size));
  }
}
