package dev.yardmaster.benchmarks.workload.records;

import java.util.List;

/**
 * The arguments of one client's transactions in each phase of the load. An instance is for use by
 * one thread.
 */
public final class DrawnPhases {

  /**
   * The sufficient number of drawn transactions for a phase. A client that runs more transactions
   * repeats the drawn transactions.
   */
  private static final int ENOUGH = 2_048;

  private final List<DrawnInputs> phases;
  private DrawnInputs current;

  /** Creates the arguments; the first phase is the current one. */
  public DrawnPhases(List<DrawnInputs> phases) {
    this.phases = List.copyOf(phases);
    current = phases.get(0);
  }

  /**
   * Returns the number of transactions to draw for each client in each phase.
   *
   * @param drawn the number of transactions to draw for a load without phases
   */
  public static int perPhase(int drawn, int phases) {
    return Math.max(Math.min(drawn, ENOUGH), drawn / phases);
  }

  /** Changes the phase; phases are counted from 0. */
  public void enter(int phase) {
    current = phases.get(phase);
  }

  /** Returns the array of all arguments of the current phase. */
  public int[] values() {
    return current.values();
  }

  /** Returns the index in {@link #values} at which the next transaction's arguments begin. */
  public int next() {
    return current.next();
  }
}
