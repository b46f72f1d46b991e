package dev.yardmaster.benchmarks.workload.records;

import java.util.Arrays;

/**
 * The arguments of one client's transactions, drawn before a run. After the last transaction, the
 * client begins again with the first. One array of ints holds the arguments of all transactions,
 * one after another. An instance is for use by one thread.
 */
public final class DrawnInputs {

  private int[] values = new int[1024];
  private int[] starts = new int[64];
  private int length;
  private int count;
  private int next;

  /** Creates inputs without transactions. */
  public DrawnInputs() {}

  /** Begins the next transaction's arguments. */
  public void begin() {
    if (count == starts.length) {
      starts = Arrays.copyOf(starts, 2 * count);
    }
    starts[count++] = length;
  }

  /** Adds an argument to the current transaction. */
  public void add(int value) {
    if (length == values.length) {
      values = Arrays.copyOf(values, 2 * length);
    }
    values[length++] = value;
  }

  /** Returns the array of all arguments. */
  public int[] values() {
    return values;
  }

  /** Returns the index in {@link #values} at which the next transaction's arguments begin. */
  public int next() {
    int start = starts[next];
    next = next + 1 == count ? 0 : next + 1;
    return start;
  }
}
