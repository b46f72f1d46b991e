package dev.yardmaster.jdbc.durability;

import java.sql.SQLException;

/**
 * The outcome of a transaction that has ended in the database, but whose caller has not been told.
 * Exactly one of the two methods is called, once, on any thread.
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
