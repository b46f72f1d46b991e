package dev.yardmaster.proof.simulator.workload;

import dev.yardmaster.api.Outcome;

/** Records the operations of clients and their outcomes. */
public interface Ledger extends SnapshotInspection.Results {

  /** Records that an operation is submitted. */
  void began(Operation<?, ?> operation);

  /**
   * Records the outcome of an operation. The outcome is null if the stage completed exceptionally.
   */
  void ended(Operation<?, ?> operation, Outcome<?> outcome);

  /** Records that the service is being closed, and may refuse operations from now on. */
  void closing();
}
