package dev.yardmaster.proof.simulator;

import dev.yardmaster.proof.simulator.schedule.Task;
import dev.yardmaster.proof.simulator.workload.Operation;
import java.util.function.Supplier;

/**
 * A client that submits procedures, one in each step, and keeps a bounded number of operations
 * outstanding.
 */
final class SubmitterTask extends Task {

  private final Incarnation incarnation;
  private final Supplier<Operation<?, ?>> operations;
  private final int window;
  private int left;
  private int outstanding;

  /**
   * Creates a client.
   *
   * @param operations returns the next operation, or null if there is none at the moment
   * @param count number of operations that the client submits
   * @param window upper bound of the client's outstanding operations
   */
  SubmitterTask(
      String name,
      Incarnation incarnation,
      Supplier<Operation<?, ?>> operations,
      int count,
      int window) {
    super(name);
    this.incarnation = incarnation;
    this.operations = operations;
    this.left = count;
    this.window = window;
  }

  @Override
  public boolean step() {
    if (left == 0 || outstanding == window || incarnation.hasFailed()) {
      return false;
    }
    Operation<?, ?> operation = operations.get();
    if (operation == null) {
      return false;
    }
    left--;
    outstanding++;
    incarnation.submit(operation, () -> outstanding--);
    return true;
  }
}
