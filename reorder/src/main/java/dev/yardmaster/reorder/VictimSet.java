package dev.yardmaster.reorder;

import java.util.Arrays;

/**
 * A feedback vertex set in the making: the vertices in the order they were chosen, and a number of
 * victims below which no set can stay.
 */
final class VictimSet {
  private int[] vertices = new int[0];
  private boolean[] contained = new boolean[0];
  private int size;
  private int lowerBound;

  /** Empties the set for a graph of {@code graphSize} vertices. */
  void clear(int graphSize) {
    for (int i = 0; i < size; i++) {
      contained[vertices[i]] = false;
    }
    size = 0;
    lowerBound = 0;
    if (contained.length < graphSize) {
      int capacity = Capacity.atLeast(graphSize);
      contained = new boolean[capacity];
      vertices = new int[capacity];
    }
  }

  void add(int vertex) {
    vertices[size++] = vertex;
    contained[vertex] = true;
  }

  int size() {
    return size;
  }

  /** The vertex chosen as number {@code i}, from 0. */
  int get(int i) {
    return vertices[i];
  }

  boolean contains(int vertex) {
    return contained[vertex];
  }

  /**
   * Notes that {@code count} more victims are needed, by an argument that counts no cycle twice.
   */
  void raiseLowerBound(int count) {
    lowerBound += count;
  }

  /** True when the set is known to be smallest. */
  boolean proven() {
    return size == lowerBound;
  }

  void copyFrom(VictimSet other, int graphSize) {
    clear(graphSize);
    for (int i = 0; i < other.size; i++) {
      add(other.vertices[i]);
    }
    lowerBound = other.lowerBound;
  }

  @Override
  public String toString() {
    return Arrays.toString(Arrays.copyOf(vertices, size));
  }
}
