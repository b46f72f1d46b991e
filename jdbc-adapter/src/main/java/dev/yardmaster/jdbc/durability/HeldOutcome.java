package dev.yardmaster.jdbc.durability;

import java.sql.SQLException;

/**
 * The outcome of a transaction that has ended at the database and of which the caller does not know
 * yet. Exactly one of the methods is called, once, on any thread.
 */
public interface HeldOutcome {

  /** Tells the caller the outcome, because everything that the transaction saw is durable. */
  void tell();

  /**
   * Tells the caller that the outcome is unknown, because the force was lost.
   *
   * @param cause the failure of the force
   */
  void tellUnknown(SQLException cause);
}
