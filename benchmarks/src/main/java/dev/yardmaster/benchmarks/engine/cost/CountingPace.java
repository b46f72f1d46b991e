package dev.yardmaster.benchmarks.engine.cost;

import dev.yardmaster.engine.protocol.CacheLines;
import dev.yardmaster.engine.transaction.ThreadPace;

/**
 * Counts the actions for which a simulated worker would pay. Only one worker's thread uses the
 * object.
 */
final class CountingPace extends ThreadPace implements CacheLines {

  private final double[] counts = new double[ChargedAction.values().length];

  CountingPace() {
    super(System::nanoTime);
  }

  /** Returns the counts so far, by the ordinal of the {@link ChargedAction}. */
  double[] counts() {
    return counts.clone();
  }

  private void count(ChargedAction action, int times) {
    counts[action.ordinal()] += times;
  }

  /** Counts a transaction. */
  void transaction() {
    count(ChargedAction.TRANSACTION, 1);
  }

  @Override
  public CacheLines lines() {
    return this;
  }

  @Override
  public void access() {
    count(ChargedAction.ACCESS, 1);
  }

  @Override
  public void step() {
    count(ChargedAction.STEP, 1);
  }

  @Override
  public void examine(int count) {
    count(ChargedAction.EXAMINE, count);
  }

  /**
   * Ignores the read, because a simulated worker pays only for a read of a line that another worker
   * has changed.
   */
  @Override
  public void read(Object words, int at) {}

  @Override
  public void change(Object words, int at) {
    count(ChargedAction.CHANGE, 1);
  }

  /** Ignores the copy of a row, because the cost of an access includes it. */
  @Override
  public void copy(int longs) {}
}
