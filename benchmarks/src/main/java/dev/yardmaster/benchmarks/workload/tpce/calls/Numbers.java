package dev.yardmaster.benchmarks.workload.tpce.calls;

import java.util.Arrays;

/** A list of numbers that is reused. An instance is scratch memory of one transaction. */
final class Numbers {

  private int[] values = new int[32];
  private int size;

  void clear() {
    size = 0;
  }

  void add(int value) {
    if (size == values.length) {
      values = Arrays.copyOf(values, 2 * size);
    }
    values[size++] = value;
  }

  int get(int index) {
    return values[index];
  }

  int size() {
    return size;
  }
}
